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
  /** How many members were added or removed, by request: `ingest 3`. */
  let calls: string[] = []
  /** Receipt → the vendor's answer. */
  const decided: Record<string, object> = {}

  before(async () => {
    fixture = await startSyncFixture()
    const { locate, change } = fixture.warehouse
    const view = listReceipts(locate, { events: 0, deliveries: 0 })
    await change(`CREATE VIEW ${locate(view.name)} AS ${view.query}`)
    let requests = 0
    fixture.vendor = ({ url, body }) => {
      const { pathname, searchParams } = new URL(url)
      if (pathname !== '/v1/requestStatus:retrieve') {
        const { audienceMembers } = JSON.parse(body.toString()) as { audienceMembers: readonly object[] }
        calls.push(`${pathname.split(':')[1]} ${audienceMembers.length}`)
        return respond(200, {}, JSON.stringify({ requestId: `request-${++requests}` }))
      }
      const receipt = searchParams.get('requestId')!
      asked.push(receipt)
      return respond(200, {}, JSON.stringify(decided[receipt] ?? statusOf('PROCESSING')))
    }
  })
  after(() => fixture.stop())

  const folk = (...ids: readonly string[]) => fixture.people(ids.map((user_id) => ({ user_id, consent })))
  const run = async (request: object = {}) => {
    asked = []
    calls = []
    const row = await fixture.run(members, request, customerMatch)
    assert.equal(row.state, 'finished', row.reason ?? '')
    return row
  }
  const receipts = async () => {
    const rows = await fixture.rows('list_receipts')
    const sorted = rows.toSorted((a, b) => String(a['receipt']).localeCompare(String(b['receipt'])))
    return sorted.map((row) => ['receipt', 'changes', 'state', 'detail'].map((name) => row[name]))
  }

  const receipt = async (id: string) => {
    const [row] = await fixture.rows('list_receipts', `receipt = '${id}'`)
    return ['state', 'unsent', 'failures'].map((name) => row![name])
  }
  const customerOf = ({ row_key }: Readonly<Record<string, unknown>>) =>
    (JSON.parse(String(row_key)) as { customer: string }).customer
  const removedWithData = async () =>
    (await fixture.rows('sync_state', 'row_hash IS NULL AND row_data IS NOT NULL')).map(customerOf)
  /** The failures of the last person. */
  const memberFailures = async () => {
    const [row] = await fixture.rows('sync_state', "JSON_VALUE(row_key, '$.customer') = 'u6'")
    return row!['failures']
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

  it('of a request that is done leave nothing to send', async () => {
    const { counts } = await run()
    assert.deepEqual([counts['sent'], calls], [0, []])
  })

  it('of a failed addition put its rows back into the same run, once', async () => {
    await folk('u1', 'u2', 'u4', 'u5')
    await run()
    decided['request-3'] = statusOf('FAILED')
    const { counts } = await run()
    assert.deepEqual([asked, calls, counts['changed']], [['request-3'], ['ingest 2'], 2])
    assert.deepEqual(await receipt('request-3'), ['failed', 0, null])
    await run()
    assert.deepEqual(calls, [])
    decided['request-4'] = statusOf('SUCCESS')
    await run()
    assert.deepEqual(calls, [])
    assert.deepEqual(await fixture.rows('sync_state', "STARTS_WITH(row_hash, 'failed')"), [])
  })

  it('of a failed removal remove the person again, whose data are forgotten only after that', async () => {
    await folk('u1', 'u2', 'u4')
    await run()
    assert.deepEqual(calls, ['remove 1'])
    assert.deepEqual(await removedWithData(), ['u5'])
    decided['request-5'] = statusOf('FAILED')
    await run()
    assert.deepEqual(calls, ['remove 1'])
    assert.deepEqual(await removedWithData(), ['u5'])
    decided['request-6'] = statusOf('SUCCESS')
    await run()
    assert.deepEqual([calls, await removedWithData()], [[], []])
  })

  it('of a request that always fails end the run as failed, and send it again after 24 hours', async () => {
    const state = fixture.warehouse.locate('sync_state')
    for (let request = 7; request < 20; request++) decided[`request-${request}`] = statusOf('FAILED')
    await folk('u1', 'u2', 'u4', 'u6')
    await run()
    for (const failures of [1, 2]) {
      await run()
      assert.deepEqual([calls, await memberFailures()], [['ingest 1'], failures])
    }
    const failing = async () => {
      asked = []
      calls = []
      const { state: ended, reason, counts } = await fixture.run(members, {}, customerMatch)
      return { ended, reason, calls, failing: counts['failing'] }
    }
    const reason =
      'The third party has accepted 1 rows and failed them later, 3 times in a row or more: see view list_receipts. ' +
      'They are sent again every 24 hours. All other changes are sent.'
    assert.deepEqual(await failing(), { ended: 'failed', reason, calls: ['ingest 1'], failing: 1 })
    assert.deepEqual(await failing(), { ended: 'failed', reason, calls: [], failing: 1 })
    assert.deepEqual(await receipt('request-10'), ['failed', 1, 3])
    await fixture.warehouse.change(
      `UPDATE ${state} SET delivered_at = TIMESTAMP_SUB(delivered_at, INTERVAL 25 HOUR) WHERE failures = 3`,
    )
    assert.deepEqual(await failing(), { ended: 'failed', reason, calls: ['ingest 1'], failing: 1 })
    decided['request-11'] = statusOf('SUCCESS')
    await run()
    assert.deepEqual([calls, await memberFailures()], [[], null])
  })
})
