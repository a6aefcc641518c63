/** The edge in its thread: takes and answers requests while the embedded services keep the main thread busy. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEdge } from '../../local/edge_thread.ts'
import { openIssuer } from '../../packages/gcp-identity/src/index.ts'

describe('the edge of a local stack', () => {
  let identityDir: string
  before(async () => {
    identityDir = await mkdtemp(join(tmpdir(), 'edge-'))
    await openIssuer(identityDir)
  })
  after(() => rm(identityDir, { recursive: true }))

  it('answers many new connections while the main thread is busy', async () => {
    const edge = await startEdge({ port: 0, identityDir })
    try {
      const program = `
        const statuses = await Promise.all(Array.from({ length: 300 }, () => fetch('${edge.url}/v1/limits').then(({ status }) => status)))
        console.log(JSON.stringify([...new Set(statuses)]))`
      // The main thread can do nothing until the client has ended.
      const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        timeout: 30_000,
      })
      assert.deepEqual(JSON.parse(output.toString()), [503])
    } finally {
      await edge.close()
    }
  })

  it('keeps connections for as long as the load balancer, and issues tokens to the accounts that it is told', async () => {
    const edge = await startEdge({ port: 0, identityDir })
    try {
      const tokenFor = (account: string) =>
        fetch(`${edge.url}/token`, { method: 'POST', body: new URLSearchParams({ account }) })
      assert.equal((await tokenFor('ann@example.com')).status, 400)
      const nowhere = 'http://127.0.0.1:1'
      const routes = { ingest: nowhere, translate: nowhere, console: nowhere, greeting: 'Hello.', token: 't' }
      await edge.open(routes, ['ann@example.com'])
      const greeting = await fetch(`${edge.url}/local/`)
      assert.equal(await greeting.text(), 'Hello.')
      assert.equal(greeting.headers.get('keep-alive'), 'timeout=610')
      assert.equal((await tokenFor('ann@example.com')).status, 200)
    } finally {
      await edge.close()
    }
  })

  it('does not start if its port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await assert.rejects(startEdge({ port, identityDir }), { code: 'EADDRINUSE' })
    server.close()
  })
})
