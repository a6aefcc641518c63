/** Attacks on the erasure: hostile identities reach no other person's row, break no statement and keep no engine busy. */
import assert from 'node:assert/strict'
import { readIdentities } from '../../functions/erase/identity.ts'
import { identityMatcher } from '../../functions/erase/matcher.ts'
import { joinedPatterns } from '../../functions/erase/table_conditions.ts'
import { startErasureFixture, type ErasureFixture } from '../erase/run.ts'
import { fill } from '../erase/warehouse.ts'
import { hostileIdentities } from './erasure/cases.ts'

describe('hostile identities', function () {
  this.timeout(120_000)
  let fixture: ErasureFixture
  before(async () => {
    fixture = await startErasureFixture()
    await fill(fixture.test)
  })
  after(() => fixture.stop())

  /** The texts that BigQuery finds, of a list. */
  const found = async (patterns: readonly string[], texts: readonly string[]): Promise<readonly string[]> => {
    const rows = await fixture.warehouse.rows(
      `SELECT text FROM UNNEST(@texts) AS text WHERE ${joinedPatterns(patterns)
        .map((_, index) => `REGEXP_CONTAINS(text, @p${index})`)
        .join(' OR ')}`,
      {
        texts: [['STRING'], texts],
        ...Object.fromEntries(
          joinedPatterns(patterns).map((pattern, index) => [`p${index}`, ['STRING', pattern] as const]),
        ),
      },
    )
    return rows.map(({ text }) => String(text))
  }

  it('are at least sixty', () => assert.ok(hostileIdentities.length >= 60, `${hostileIdentities.length}`))

  it('are found by BigQuery where they are, and nowhere else', async () => {
    for (const { field, value, hers, others } of hostileIdentities) {
      const identities = readIdentities({ [field]: value })
      const begun = performance.now()
      const matched = await found(identities[0]!.anywhere, [...hers, ...others])
      assert.deepEqual(matched, hers, `${field} ${value.slice(0, 80)}`)
      assert.ok(performance.now() - begun < 5000, `${value.slice(0, 80)} took too long`)
    }
  })

  it('are found in held messages where they are, and nowhere else, without blocking', () => {
    for (const { field, value, hers, others } of hostileIdentities) {
      const matches = identityMatcher(readIdentities({ [field]: value }))
      const begun = process.threadCpuUsage()
      assert.deepEqual(
        [...hers, ...others].filter((text) => matches(text)),
        hers,
        `${field} ${value.slice(0, 80)}`,
      )
      const { user, system } = process.threadCpuUsage(begun)
      assert.ok(user + system < 500_000, `${value.slice(0, 80)} took too long`)
    }
  })

  it('erase nobody who is not named', async () => {
    const { test, warehouse } = fixture
    const at = new Date().toISOString()
    const events = hostileIdentities.flatMap(({ field, value }, index) => [
      { event_id: `hers-${index}`, [field]: value },
      {
        event_id: `other-${index}`,
        [field]: `${value}x1`,
        event_data: JSON.stringify({ product_id: value.slice(0, 3) }),
      },
    ])
    const rows = events.map((event) => ({
      json: {
        event_name: 'login',
        event_time: at,
        received_at: at,
        stored_at: at,
        topic: 'login',
        message_id: `m-${event.event_id}`,
        definition: 'login@1.0',
        hop: 0,
        violations: [],
        decisions: [],
        ...event,
      },
    }))
    await test.call('POST', `/datasets/${test.dataset}/tables/events/insertAll`, { rows })
    const idsOf = async (): Promise<readonly string[]> => {
      const left = await warehouse.rows(`SELECT event_id FROM ${warehouse.locate('events')}`)
      return left.map(({ event_id }) => String(event_id))
    }
    const before = await idsOf()
    // Each run erases one hostile identity of each kind of attack.
    const chosen = ["u'); DROP TABLE events; --4711-kx", '%', '.*']
    for (const [index, value] of chosen.entries())
      while ((await fixture.push(`run-${index}`, { subject: { user_id: value } })) === 'retry');
    const gone = new Set(before.filter((id) => id.startsWith('hers') || id.startsWith('other')))
    for (const id of await idsOf()) gone.delete(id)
    const expected = hostileIdentities.flatMap(({ value }, index) =>
      chosen.includes(value) ? [`hers-${index}`] : [],
    )
    assert.deepEqual([...gone].toSorted(), expected.toSorted())
    assert.ok(expected.length >= chosen.length)
    for (const id of ['joann', 'joann-2', 'nobody', 'product', 'by-email'])
      assert.ok((await idsOf()).includes(id), id)
  })

  it('are refused if they are empty, too long or too many, without the value in the reason', async () => {
    const thousand = Object.fromEntries(
      Array.from({ length: 1000 }, (_, n) => [`user_id_${n}`, `secret-${n}@acme.example`]),
    )
    for (const [index, subject] of [
      { user_id: '' },
      { user_id: '   ' },
      { user_id: '"' },
      { user_id: '\\\\' },
      { user_id: "'/'" },
      { user_id: 'secret-1'.repeat(200) },
      thousand,
      {},
      { 'user_id; --': 'secret-1' },
    ].entries()) {
      assert.equal(await fixture.push(`refused-${index}`, { subject }), 'ended')
      const { state, reason } = await fixture.runOf(`refused-${index}`)
      assert.ok(
        state === undefined || state === 'failed',
        `${JSON.stringify(subject).slice(0, 60)}: ${String(state)}`,
      )
      assert.doesNotMatch(String(reason), /secret/)
    }
  })
})
