/** Access: the grants with which `forward` keeps the tokens of a vendor that replaces the refresh token. */
import assert from 'node:assert/strict'
import type { Graph } from '../../local/pulumi/graph.ts'
import { grantsOf } from '../../local/pulumi/grants.ts'
import { listOfPins } from '../support/list_page.ts'
import { inputFaults } from './provider_types.ts'
import { stack } from './stack.ts'

const root = 'projects/acme-events'

function rows(graph: Graph): readonly string[] {
  return grantsOf(graph)
    .map(({ member, role, resource }) => [member, role, resource].join(' '))
    .toSorted()
}

describe('access to tokens that roll', () => {
  it('has forward on one secret without a version of the program, and only with a refresh token', async () => {
    const usual = new Set(rows(await stack()))
    const { secrets, ...pins } = listOfPins
    const withSecrets = (own: object) =>
      stack({ 'sluice:destinations': JSON.stringify({ pins: { ...pins, secrets: own } }) })
    const kept = await withSecrets(secrets)
    const grants = rows(kept).filter((row) => !usual.has(row))
    const secret = `${root}/secrets/rolled-token-pins`
    const forward = 'serviceAccount:sluice-forward@acme-events.iam.gserviceaccount.com'
    assert.deepEqual(
      grants.filter((row) => row.startsWith(forward) && !row.includes('/secrets/secret-pins-')),
      [
        [forward, 'roles/bigquery.jobUser', root].join(' '),
        [forward, 'roles/secretmanager.secretAccessor', secret].join(' '),
        [forward, 'roles/secretmanager.secretVersionManager', secret].join(' '),
        [forward, `${root}/roles/sluice.test.writer`, `${root}/datasets/sluice/tables/leases`].join(' '),
      ].toSorted(),
    )
    assert.deepEqual(kept.resources.filter(({ custom }) => custom).flatMap(inputFaults), [])
    const versions = kept.resources.filter(({ type }) => type.endsWith(':SecretVersion'))
    assert.deepEqual(versions.map(({ name }) => name).toSorted(), [
      'secret-pins-client-secret',
      'secret-pins-refresh-token',
    ])
    const plain = await withSecrets({ access_token: 'a-1' })
    assert.ok(!JSON.stringify(plain).includes('rolled-token'))
  })
})
