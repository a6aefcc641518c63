/** Retention tests: the local stack sets the retention of tables when it creates them and when the settings change. */
import assert from 'node:assert/strict'
import { ofType, types } from '../../../infra/proof/graph.ts'
import { applyBigquery } from '../../../local/apply/bigquery.ts'
import { startServer, type TestServer } from '../../../packages/bigquery-emulator/test/support/server.ts'
import { project, stack } from '../../infra/stack.ts'

describe('retention on the local stack', () => {
  let server: TestServer
  before(async () => {
    server = await startServer()
  })
  after(() => server.stop())

  const apply = async (settings: Readonly<Record<string, string>> = {}) =>
    applyBigquery(await stack(settings), { url: server.url, authorization: 'Bearer owner' }, project)

  const partitioning = async (table: string): Promise<unknown> => {
    const [metadata] = await server.client
      .dataset('sluice', { projectId: project })
      .table(table)
      .getMetadata()
    return (metadata as { timePartitioning?: unknown }).timePartitioning
  }

  it('is 90 days for quarantine, 400 for deliveries and unlimited for events by default', async () => {
    await apply()
    const [events, quarantine, deliveries] = await Promise.all(
      ['events', 'quarantine', 'deliveries'].map(partitioning),
    )
    assert.deepEqual(events, { type: 'DAY', field: 'received_at' })
    assert.deepEqual(quarantine, { type: 'DAY', field: 'received_at', expirationMs: '7776000000' })
    assert.deepEqual(deliveries, { type: 'DAY', field: 'settled_at', expirationMs: '34560000000' })
  })

  it('follows the settings when they change', async () => {
    await apply({ 'sluice:retention': '{"events":30,"quarantine":0}' })
    const [events, quarantine] = await Promise.all(['events', 'quarantine'].map(partitioning))
    assert.deepEqual(events, { type: 'DAY', field: 'received_at', expirationMs: '2592000000' })
    assert.deepEqual(quarantine, { type: 'DAY', field: 'received_at' })
  })

  it('and billing follow the settings, and without the setting the dataset stays as it is', async () => {
    const billing = async (settings: Readonly<Record<string, string>>): Promise<unknown> =>
      ofType(await stack(settings), types.dataset)[0]?.inputs['storageBillingModel']
    assert.equal(await billing({}), undefined)
    assert.equal(await billing({ 'sluice:storageBilling': 'PHYSICAL' }), 'PHYSICAL')
    await assert.rejects(
      billing({ 'sluice:storageBilling': 'COMPRESSED' }),
      /sluice:storageBilling must be "LOGICAL" or "PHYSICAL", got "COMPRESSED"/,
    )
  })

  it('and the way in which stored rows are billed are kept until they are set otherwise', async () => {
    const billing = async (): Promise<unknown> => {
      const [metadata] = await server.client.dataset('sluice', { projectId: project }).getMetadata()
      return (metadata as { storageBillingModel?: unknown }).storageBillingModel
    }
    assert.equal(await billing(), undefined)
    await apply({ 'sluice:storageBilling': 'PHYSICAL' })
    assert.equal(await billing(), 'PHYSICAL')
    await apply()
    assert.equal(await billing(), 'PHYSICAL')
    await apply({ 'sluice:storageBilling': 'LOGICAL' })
    assert.equal(await billing(), 'LOGICAL')
  })
})
