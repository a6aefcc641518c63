/** Attacks on links: however large and broken an event is, every target's links take a bounded time, and what links leave out is told. */
import assert from 'node:assert/strict'
import { compilePreparation, isOutcome, type Linkable } from '../../functions/linkage/prepare.ts'
import { closureLink, generatedLink } from '../../functions/linkage/link.ts'
import { linkLimits } from '../../functions/linkage/bounded_event.ts'
import * as targets from '../../functions/targets/index.ts'
import type { Link } from '../../schemas/link.ts'
import type { TargetCases } from '../targets/case.ts'
import { settingsFor } from '../targets/run.ts'
import { largestFields, linkedFields } from './links/events.ts'
import { cpuMs } from './patterns/cpu.ts'

/** The promise: beyond `JSON.parse` of the same event. */
const boundMs = 50

const now = new Date('2026-03-14T10:00:00Z')

/** A purchase with the identifiers of many targets. */
const purchase = {
  event_id: 'e-1',
  event_name: 'purchase',
  event_time: '2026-03-14T09:30:00.000000Z',
  user_id: 'u-1',
  anonymous_id: '555.666',
  email: 'ada@example.com',
  phone: '+442079460000',
  ip: '203.0.113.7',
  user_agent: 'Mozilla/5.0',
  page_url: 'https://shop.example/',
  action_source: 'website',
  gclid: 'g',
  ttclid: 't',
  twclid: 'tw',
  consent: {
    ad_storage: 'granted',
    ad_user_data: 'granted',
    ad_personalization: 'granted',
    analytics_storage: 'granted',
  },
}

function stored(fields: string): Linkable {
  const data = `"value":59.8,"currency":"EUR","transaction_id":"T-1",${fields}`
  const text = `${JSON.stringify(purchase).slice(0, -1)},"event_data":{${data}}}`
  return { id: 'e-1', name: 'purchase', text, value: JSON.parse(text) as Linkable['value'] }
}

/** Links the event and builds its request. A target without a link sends the text of the event, whose writing is not measured. */
const preparations = await Promise.all(
  Object.entries(targets).map(async ([name, target]) => {
    const module = (await import(`../targets/${name}.ts`)) as Readonly<Record<string, TargetCases>>
    const { examples } = module[name]!
    const example = examples.find(({ sends }) => Array.isArray(sends)) ?? examples[0]!
    const settings = settingsFor(target, example.settings)
    const link = compilePreparation({}, target, settings)
    const send = (event: Linkable): void => {
      const linked = link(event, now)
      if (!isOutcome(linked) && target.linkage !== 'event')
        target.request([linked], settings, { now, authorization: '' })
    }
    return [name, send] as const
  }),
)

describe('a hostile event', () => {
  for (const [size, kinds] of Object.entries({ largest: largestFields, linked: linkedFields }))
    it(`of ${Object.keys(kinds).length} kinds (${size}) is linked to every target within ${boundMs} ms`, () => {
      const slow: string[] = []
      for (const [kind, fields] of Object.entries(kinds)) {
        const event = stored(fields())
        for (const [target, send] of preparations) {
          const took = cpuMs(() => send(event), boundMs)
          if (took > boundMs) slow.push(`${took} ms: ${kind} to ${target}`)
        }
      }
      assert.deepEqual(slow, [])
    })
})

/** What costs most in links of a destination: a pattern for a long text, and for each element a pattern or a time in a time zone. */
const costly: Readonly<Record<string, readonly [link: Link, fields: () => object]>> = {
  'a pattern of many steps': [
    { a: { when: { path: 'note', matches: '(?:a|ab|b){23}c' }, then: 'note' } },
    () => ({ note: 'ab'.repeat(1024) }),
  ],
  'a pattern for each element': [
    { a: { each: 'items', map: { b: { when: { path: 'c', matches: '^[a-z]+$' }, then: 'c' } } } },
    () => ({ items: Array.from({ length: 480 }, () => ({ c: 'a'.repeat(2048) })) }),
  ],
  'a time in a time zone for each element': [
    {
      a: { each: 'items', map: { b: { time: 'c', format: '{hour}{offset}', time_zone: 'Europe/Berlin' } } },
    },
    () => ({ items: Array.from({ length: 4999 }, (_, n) => ({ c: 1_773_480_413_589 + n * 7_777_777 })) }),
  ],
  'a calculation for each element': [
    {
      a: { each: 'items', map: { b: { multiply: ['c', { lookup: 'minor_units', key: 'd', default: 1 }] } } },
    },
    () => ({ items: Array.from({ length: 3333 }, (_, n) => ({ c: n / 7, d: 'EUR' })) }),
  ],
}

describe('a link of a destination', () => {
  for (const [what, [link, fields]] of Object.entries(costly))
    it(`with ${what} takes at most ${boundMs} ms`, () => {
      for (const compile of [generatedLink, closureLink]) {
        const run = compile(link)
        const event = { event_data: fields() }
        assert.ok(cpuMs(() => run(event), boundMs) <= boundMs)
      }
    })
})

const note = `event_data.note is left out: an object has more than 1000 members, or all fields more than 10000 values`

describe('the fields of a large event', () => {
  const filler = 'x'.repeat(20_000)
  const linkage = { '*': { content: { rest: {} }, url: 'page_url' } }
  function leftOutOf(data: object): readonly string[] | undefined {
    const text = JSON.stringify({ ...purchase, event_data: data })
    const event = { id: 'e-1', name: 'purchase', text, value: JSON.parse(text) as Linkable['value'] }
    const linked = compilePreparation({ linkage }, targets.webhook, {})(event, now)
    assert.ok('fields' in linked)
    assert.equal(linked.fields['url'], 'https://shop.example/')
    return linked.leftOut
  }
  const names = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))

  it('are linked up to the limits, and left out as a whole beyond them', () => {
    // The field, its list, and the elements.
    const { values, members, characters } = linkLimits
    const texts = (length: number) => Array<string>(length).fill('aaaaaaaaa')
    assert.equal(leftOutOf({ filler, note: texts(values - 2) }), undefined)
    assert.deepEqual(leftOutOf({ filler, note: texts(values) }), [note])
    assert.equal(leftOutOf({ filler, note: names(members) }), undefined)
    assert.deepEqual(leftOutOf({ filler, note: names(members + 1) }), [note])
    const cut = 'event_data is cut: links read its first 1000 fields and 1000000 characters'
    assert.equal(leftOutOf({ filler, ...names(members - 1) }), undefined)
    assert.deepEqual(leftOutOf({ filler, ...names(members) }), [cut])
    assert.deepEqual(leftOutOf({ value: 1, note: 'x'.repeat(characters) }), [cut])
  })

  it('that are left out do not change a sum: without it, the event is skipped, and its outcome says why', () => {
    const items = Array.from({ length: 6000 }, () => ({ price: 1, quantity: 1 }))
    const text = JSON.stringify({ ...purchase, event_data: { items, currency: 'EUR' } })
    const event = { id: 'e-1', name: 'purchase', text, value: JSON.parse(text) as Linkable['value'] }
    const outcome = compilePreparation({}, targets.meta, {})(event, now)
    assert.deepEqual(
      'detail' in outcome && outcome.detail,
      `custom_data.value is missing; ${note.replace('.note', '.items')}`,
    )
  })
})
