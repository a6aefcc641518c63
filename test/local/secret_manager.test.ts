/** The embedded Secret Manager: the methods that functions call, with Google's errors. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSecrets } from '../delivery/rolled_tokens_parts.ts'
import { startWarehouse, type TestWarehouse } from '../support/warehouse.ts'

const name = 'projects/front-door/secrets/rolled-token-pins'

describe('the embedded Secret Manager', () => {
  let warehouse: TestWarehouse
  let secrets: Awaited<ReturnType<typeof openSecrets>>
  let dir: string

  before(async () => {
    warehouse = await startWarehouse()
    dir = await mkdtemp(join(tmpdir(), 'sluice-secrets-'))
    secrets = await openSecrets(dir, warehouse)
  })
  after(async () => {
    await Promise.all([secrets.close(), warehouse.stop()])
    await rm(dir, { recursive: true })
  })

  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${secrets.url}/v1/${path}`, {
      ...init,
      headers: { authorization: warehouse.authorization, 'content-type': 'application/json' },
    })

  it('answers as Google does', async () => {
    const errorOf = async (response: Response) => {
      const { error } = (await response.json()) as { error: object }
      return error
    }
    assert.deepEqual(await errorOf(await call(`${name}/versions/latest:access`)), {
      code: 404,
      message: 'Secret [projects/1/secrets/rolled-token-pins] not found or has no versions.',
      status: 'NOT_FOUND',
    })
    const data = Buffer.from('text').toString('base64')
    const added = await call(`${name}:addVersion`, {
      method: 'POST',
      body: JSON.stringify({ payload: { data } }),
    })
    const { createTime: _, ...version } = (await added.json()) as Record<string, unknown>
    assert.deepEqual(version, {
      name: 'projects/1/secrets/rolled-token-pins/versions/1',
      state: 'ENABLED',
    })
    assert.deepEqual(await (await call(`${name}/versions/latest:access`)).json(), {
      name: 'projects/1/secrets/rolled-token-pins/versions/1',
      payload: { data },
    })
    assert.deepEqual(await errorOf(await call(`${name}/versions/2:access`)), {
      code: 404,
      message: 'Secret Version [projects/1/secrets/rolled-token-pins/versions/2] not found.',
      status: 'NOT_FOUND',
    })
    await call(`${name}/versions/1:destroy`, { method: 'POST', body: '{}' })
    assert.deepEqual(await errorOf(await call(`${name}/versions/1:access`)), {
      code: 400,
      message: 'Secret Version [projects/1/secrets/rolled-token-pins/versions/1] is in DESTROYED state.',
      status: 'FAILED_PRECONDITION',
    })
    assert.deepEqual(await errorOf(await call('projects/front-door/secrets/other/versions/1:access')), {
      code: 403,
      message:
        "Permission 'secretmanager.versions.access' denied for resource 'projects/front-door/secrets/other/versions/1' (or it may not exist).",
      status: 'PERMISSION_DENIED',
    })
    const anonymous = await fetch(`${secrets.url}/v1/${name}/versions/1:access`)
    assert.equal(anonymous.status, 401)
  })
})
