/** Console: a change of a destination tried on stored events over HTTP: counts by the code that decides and links, with the caller's rights. */
import assert from 'node:assert/strict'
import type { EndCounts, TriedChange } from '../../schemas/impact.ts'
import { insertEvents } from '../cli/impact_events.ts'
import { clientOf } from '../support/client.ts'
import { TestStack } from '../support/stack.ts'
import { destinationsConfig, hidden } from './destinations.ts'
import { tokenOfNobody } from './door.ts'
import { loadShoppers } from './shoppers.ts'
import { lastDay, postTrial } from './trying.ts'

describe('a change that is tried on stored events', () => {
  let stack: TestStack
  before(async () => {
    stack = await TestStack.start(destinationsConfig)
    await loadShoppers(stack.facts)
  })
  after(() => stack?.remove())

  const post = (body: object, token?: string) =>
    postTrial(stack.facts, 'try-change', { ...lastDay(), ...body }, token)
  const tried = async (destination: string, change: object): Promise<TriedChange> => {
    const { status, text } = await post({ destination, change })
    assert.equal(status, 200, text)
    for (const secret of hidden) assert.ok(!text.includes(secret), secret)
    return JSON.parse(text) as TriedChange
  }
  const sums = (counts: EndCounts | null) =>
    counts && [counts.sent.events, counts.restricted.events, counts.skipped.events]
  const exact = (events: number) => ({ events, low: events, high: events })

  it('counts what changed rules would send, with the events to look at', async () => {
    const rules = [{ id: 'all', effect: 'permit', when: 'true' }]
    const result = await tried('crm', { rules })
    assert.deepEqual([result.received, result.examined], [6, 6])
    // Of 4 purchases, 1 is of staff; no rule permits the 2 page views.
    assert.deepEqual([result.before, result.after].map(sums), [
      [3, 3, 0],
      [6, 0, 0],
    ])
    assert.deepEqual(
      result.moves.map(({ from, to, events, examples }) => [
        from.reason,
        to.outcome,
        events,
        examples?.map(({ event_id: id }) => id).toSorted(),
      ]),
      [
        ['no_permit', 'sent', 2, ['shopper-4', 'shopper-5']],
        ['by_rule', 'sent', 1, ['shopper-3']],
      ],
    )
    assert.deepEqual(result.changed_fields, [])
  })

  it('counts what a changed consent and changed defaults would send, restrict and skip', async () => {
    const granted = { ad_storage: 'granted', ad_user_data: 'granted' }
    for (const change of [{ consent: [] }, { consentDefaults: { '*': granted } }]) {
      const result = await tried('meta_eu', change)
      // 3 purchases have consent, of which 1 says nothing that identifies its person. Nor does 1 of the 3 others.
      assert.deepEqual([result.before, result.after].map(sums), [
        [2, 3, 1],
        [4, 0, 2],
      ])
      assert.deepEqual(result.after!.reasons, { 'skipped: no_identifier': exact(2) })
    }
  })

  it('names the fields that a changed link and a changed setting would change', async () => {
    const linkage = { purchase: { 'custom_data.content_name': { const: 'order' } } }
    const { before: was, after: is, moves, changed_fields: fields } = await tried('meta_eu', { linkage })
    assert.deepEqual([sums(was), sums(is), moves], [[2, 3, 1], [2, 3, 1], []])
    assert.deepEqual(fields, [{ field: 'custom_data.content_name', ...exact(2) }])
    const dataset = await tried('meta_eu', { settings: { dataset_id: '9876543210' } })
    assert.deepEqual([sums(dataset.after), dataset.moves], [[2, 3, 1], []])
  })

  it('refuses a change that could not be deployed, with its place', async () => {
    const faults: readonly (readonly [change: unknown, pattern: RegExp])[] = [
      [undefined, /Expected an object with some of rules, consent, settings, linkage, consentDefaults/],
      [{ rule: [] }, /change\.rule\b.*Unknown member/],
      [{ rules: [{ id: 'x', effect: 'permit', when: 'true' }] }, /change\.rules\.0\.id/],
      [
        { rules: [{ id: 'all', effect: 'permit', when: 'event.event_nam == 1' }] },
        /change\.rules\[0\]\.when.*did you mean event\.event_name/,
      ],
      [{ consent: ['everything'] }, /change\.consent/],
      [{ consentDefaults: { earth: {} } }, /change\.consentDefaults/],
      [{ settings: { access_token: 'EAAB' } }, /A secret cannot be tried/],
      [{ settings: { datset_id: '1' } }, /Target meta has dataset_id/],
      [{ linkage: { purchase: { 'custom_data.value': 'valeu' } } }, /linkage\.purchase\.custom_data\.value/],
      [JSON.parse('{"linkage":{"__proto__":{"a":"value"}}}'), /linkage\.__proto__/],
    ]
    for (const [change, pattern] of faults) {
      const { status, text } = await post({ destination: 'meta_eu', change })
      assert.equal(status, 400, text)
      assert.match(text, pattern)
    }
  })

  it('examines a random sample of many events, with intervals that hold the counts of all', async () => {
    await clientOf(stack.facts).arrange(insertEvents(2500))
    const result = await tried('crm', { rules: [{ id: 'all', effect: 'permit', when: 'true' }] })
    assert.deepEqual([result.received, result.examined], [2506, 2000])
    // Half of the 2500 are purchases, and 3 of the others are permitted. The sample is the same each time, so that this cannot fail by chance.
    const { low, high } = result.before!.sent
    assert.ok(low <= 1253 && 1253 <= high && high - low < 120, `${low} to ${high}`)
    assert.equal(result.after!.sent.events, 2506)
  })

  it('is bounded in bytes, and answers only who may query', async () => {
    const change = { consent: [] }
    assert.match((await post({ destination: 'crm', change, maxBytes: 1 })).text, /READ_LIMIT/)
    assert.equal((await post({ destination: 'crm', change, since: 'soon' })).status, 400)
    assert.equal((await post({ destination: 'cmr', change })).status, 404)
    const nobody = await tokenOfNobody(stack.facts)
    for (const destination of ['crm', 'cmr']) {
      const { status, text } = await post({ destination, change }, nobody)
      assert.equal(status, 403)
      assert.ok(!text.includes('meta_eu'), text)
    }
  })
})
