/** Receipts: a vendor that decides later about a list is asked by the next runs what became of the requests, until it has decided. */
import assert from 'node:assert/strict'
import { text } from '../../schemas/context/field.ts'
import type { Destination } from '../../schemas/destination.ts'
import { defineEvent } from '../../schemas/event_type.ts'
import { defineSync } from '../../schemas/sync.ts'
import { listReceipts } from '../../schemas/views/list_receipts.ts'
import { respond } from '../delivery/fake_third_party.ts'
import { startSyncFixture, type SyncFixture } from './fixture.ts'

/** https://developers.google.com/data-manager/api/reference/rest/v1/audienceMembers/ingest: the response has a requestId. */
const customerMatch: Destination = {
  id: 'match',
  target: 'google_customer_match',
  settings: { account_id: '1234567890', list_id: '8012345678' },
  rules: [{ id: 'all', effect: 'permit', when: 'true' }],
}

const members = defineSync({
  name: 'members',
  description: 'All people.',
  model: (locate) => `SELECT user_id AS customer, email, consent FROM ${locate('people')}`,
  key: ['customer'],
  mode: 'mirror',
  event: defineEvent({
    name: 'members',
    description: 'A person has joined or left.',
    fields: { customer: text('Number of the customer.', 'c-1') },
    examples: [],
  }),
  guards: { maxRemovedPercent: 50 },
  rowsPerSecond: 1000,
})

const consent = { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' }

/** https://developers.google.com/data-manager/api/reference/rest/v1/requestStatus/retrieve */
function statusOf(requestStatus: string, more: object = {}): object {
  return { requestStatusPerDestination: [{ requestStatus, ...more }] }
}

describe('receipts of a vendor that decides later', () => {
  let fixture: SyncFixture
  /** What was asked, in order. */
  let asked: string[] = []
  /** Receipt → the vendor's answer. */
  const decided: Record<string, object> = {}

  before(async () => {
    fixture = await startSyncFixture()
    const { locate, change } = fixture.warehouse
    const view = listReceipts(locate, { events: 0, deliveries: 0 })
    await change(`CREATE VIEW ${locate(view.name)} AS ${view.query}`)
    let requests = 0
    fixture.vendor = ({ url }) => {
      const { pathname, searchParams } = new URL(url)
      if (pathname !== '/v1/requestStatus:retrieve')
        return respond(200, {}, JSON.stringify({ requestId: `request-${++requests}` }))
      const receipt = searchParams.get('requestId')!
      asked.push(receipt)
      return respond(200, {}, JSON.stringify(decided[receipt] ?? statusOf('PROCESSING')))
    }
  })
  after(() => fixture.stop())

  const folk = (...ids: readonly string[]) => fixture.people(ids.map((user_id) => ({ user_id, consent })))
  const run = async (request: object = {}) => {
    asked = []
    const row = await fixture.run(members, request, customerMatch)
    assert.equal(row.state, 'finished', row.reason ?? '')
    return row
  }
  const receipts = async () => {
    const rows = await fixture.rows('list_receipts')
    const sorted = rows.toSorted((a, b) => String(a['receipt']).localeCompare(String(b['receipt'])))
    return sorted.map((row) => ['receipt', 'changes', 'state', 'detail'].map((name) => row[name]))
  }

  it('are in the row of each change, and pending until a run asks', async () => {
    await folk('u1', 'u2', 'u3')
    const { counts } = await run()
    assert.deepEqual([counts['delivered'], asked], [3, []])
    assert.deepEqual(await receipts(), [['request-1', 3, 'pending', null]])
  })

  it('are asked about by the next run, which counts only its own changes', async () => {
    await folk('u1', 'u2')
    const { counts } = await run()
    assert.deepEqual([counts['delivered'], asked], [1, ['request-1']])
    assert.deepEqual(await receipts(), [
      ['request-1', 3, 'processing', 'processing'],
      ['request-2', 1, 'pending', null],
    ])
  })

  it('are asked about until the vendor has decided', async () => {
    decided['request-1'] = statusOf('PARTIAL_SUCCESS', {
      audienceMembersIngestionStatus: {
        userDataIngestionStatus: { recordCount: '3', uploadMatchRateRange: 'MATCH_RATE_RANGE_61_TO_70' },
      },
      errorInfo: { errorCounts: [{ recordCount: '1', reason: 'PROCESSING_ERROR_REASON_INVALID_EMAIL' }] },
    })
    decided['request-2'] = statusOf('SUCCESS', {
      audienceMembersRemovalStatus: { userDataRemovalStatus: { recordCount: '1' } },
    })
    await run({ dry_run: true })
    assert.deepEqual(asked, [])
    await run()
    assert.deepEqual(new Set<string>(asked), new Set(['request-1', 'request-2']))
    assert.deepEqual(await receipts(), [
      [
        'request-1',
        3,
        'partial',
        'partial: 3 records, 1 rejected (PROCESSING_ERROR_REASON_INVALID_EMAIL, MATCH_RATE_RANGE_61_TO_70)',
      ],
      ['request-2', 1, 'done', 'done: 1 record'],
    ])
    await run()
    assert.deepEqual(asked, [])
  })
})
