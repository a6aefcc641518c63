/** Retention tests: the local stack sets the retention of tables when it creates them and when the settings change. */
import assert from 'node:assert/strict'
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
})
