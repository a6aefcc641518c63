/** Conditions that fail on an event without a field: the warning has the words to write, and these words work. */
import assert from 'node:assert/strict'
import { conditionWarnings } from '../../functions/decision/absent_fields.ts'
import { compileEventCondition } from '../../functions/decision/conditions.ts'
import { randomFrom, type Random } from '../ingest/random.ts'

const options = { hasDestination: true }

function may(names: string, ifFalse: string, ifTrue: string): string {
  return `${names} may be absent, and the condition then fails; write ${ifFalse}, which is false without it, or ${ifTrue}, which is true without it`
}

/** Condition → its warnings. */
const warned: readonly (readonly [string, ...string[]])[] = [
  [
    "event.user_id == 'test'",
    `line 1, column 1: ${may('event.user_id', "has(event.user_id) && event.user_id == 'test'", "!has(event.user_id) || event.user_id == 'test'")}`,
  ],
  [
    "event.email != ''",
    `line 1, column 1: ${may('event.email', "has(event.email) && event.email != ''", "!has(event.email) || event.email != ''")}`,
  ],
  [
    "event.email != '' && event.email.endsWith('@x.example')",
    `line 1, column 1: ${may('event.email', "has(event.email) && event.email != ''", "(!has(event.email) || event.email != '')")}`,
  ],
  [
    "event.event_name == 'purchase' &&\n  event.country == 'DE'",
    `line 2, column 3: ${may('event.country', "has(event.country) && event.country == 'DE'", "(!has(event.country) || event.country == 'DE')")}`,
  ],
  [
    "!event.email.endsWith('@x.example')",
    `line 1, column 1: ${may('event.email', "has(event.email) && !event.email.endsWith('@x.example')", "!has(event.email) || !event.email.endsWith('@x.example')")}`,
  ],
  [
    "event.country == 'DE' || has(event.country)",
    `line 1, column 1: ${may('event.country', "has(event.country) && event.country == 'DE'", "!has(event.country) || event.country == 'DE'")}`,
  ],
  [
    "event.consent.ad_storage == 'granted'",
    `line 1, column 1: ${may('event.consent or event.consent.ad_storage', "has(event.consent) && has(event.consent.ad_storage) && event.consent.ad_storage == 'granted'", "!has(event.consent) || !has(event.consent.ad_storage) || event.consent.ad_storage == 'granted'")}`,
  ],
  [
    'has(event.consent.ad_storage)',
    `line 1, column 1: ${may('event.consent', 'has(event.consent) && has(event.consent.ad_storage)', '!has(event.consent) || has(event.consent.ad_storage)')}`,
  ],
  [
    "event.event_data['own_field'] == 'a'",
    `line 1, column 1: ${may("event.event_data['own_field']", "'own_field' in event.event_data && event.event_data['own_field'] == 'a'", "!('own_field' in event.event_data) || event.event_data['own_field'] == 'a'")}`,
  ],
  [
    'event.event_data.value > 3.0',
    `line 1, column 1: ${may('event.event_data.value', 'has(event.event_data.value) && event.event_data.value > 3.0', '!has(event.event_data.value) || event.event_data.value > 3.0')}`,
  ],
  [
    "event.event_name in ['purchase', 'page_view'] && event.event_data.value > 3.0",
    `line 1, column 50: ${may('event.event_data.value', 'has(event.event_data.value) && event.event_data.value > 3.0', '(!has(event.event_data.value) || event.event_data.value > 3.0)')}`,
  ],
  [
    "has(event.email) ? event.country == 'DE' : true",
    `line 1, column 20: ${may('event.country', "has(event.country) && event.country == 'DE'", "!has(event.country) || event.country == 'DE'")}`,
  ],
  [
    "(has(event.email) || event.email == 'a') && event.country == event.region",
    `line 1, column 22: ${may('event.email', "has(event.email) && event.email == 'a'", "!has(event.email) || event.email == 'a'")}`,
    `line 1, column 45: ${may('event.country or event.region', 'has(event.country) && has(event.region) && event.country == event.region', '(!has(event.country) || !has(event.region) || event.country == event.region)')}`,
  ],
  [
    "event.event_data.items.exists(item, item.price > 1.0 && event.country == 'DE')",
    `line 1, column 1: ${may('event.event_data.items', "has(event.event_data.items) && event.event_data.items.exists(item, item.price > 1.0 && event.country == 'DE')", "!has(event.event_data.items) || event.event_data.items.exists(item, item.price > 1.0 && event.country == 'DE')")}`,
    `line 1, column 57: ${may('event.country', "has(event.country) && event.country == 'DE'", "(!has(event.country) || event.country == 'DE')")}`,
  ],
]

/** Conditions that never fail for want of a field. */
const sound: readonly string[] = [
  'true',
  "event.event_name == 'purchase'",
  "event.event_time > '2026-01-01' && event.event_id != ''",
  "has(event.email) && event.email == 'a'",
  // CEL evaluates both sides: a false one decides. https://github.com/google/cel-spec/blob/master/doc/langdef.md#logical-operators
  "event.email == 'a' && has(event.email)",
  "!has(event.email) || event.email == 'a'",
  "event.email == 'a' || !has(event.email)",
  "'email' in event && event['email'] == 'a' && event.email != 'b'",
  "has(event.email) ? event.email == 'a' : true",
  "!has(event.email) ? true : event.email == 'a'",
  "(has(event.email) ? event.email : 'none') == 'a'",
  "!(has(event.email) && event.email == 'a')",
  "has(event.email) && has(event.country) && (event.email == 'a' || event.country == 'DE')",
  "(has(event.email) && event.email == 'a') || (has(event.country) && event.country == 'DE')",
  "has(event.consent) && has(event.consent.ad_storage) && event.consent.ad_storage == 'granted'",
  "event.event_name == 'purchase' && event.event_data.value > 3.0",
  "'purchase' == event.event_name && event.event_data.currency in ['EUR']",
  "event.event_name in ['purchase'] && event.event_data.value > 3.0",
  'has(event.event_data.items) && event.event_data.items.exists(item, item.price > 1.0)',
  "destination.id == 'crm'",
  'event.event_nam == 1',
]

describe('the warning of a condition', () => {
  for (const [when, ...warnings] of warned)
    it(`has the words to write for ${JSON.stringify(when)}`, () =>
      assert.deepEqual(conditionWarnings(when, options), warnings))

  for (const when of sound)
    it(`is silent about ${JSON.stringify(when)}`, () =>
      assert.deepEqual(conditionWarnings(when, options), []))

  it('proposes conditions that neither fail nor warn, and tell what they do without the field', () => {
    const whole = warned.filter(([when, ...warnings]) => warnings.length === 1 && !/&&|\|\||\?/.test(when))
    assert.equal(whole.length, 7)
    for (const [, warning = ''] of whole) {
      const [, ifFalse = '', ifTrue = ''] =
        /write (.*), which is false without it, or (.*), which is true/.exec(warning) ?? []
      for (const [proposed, result] of [
        [ifFalse, false],
        [ifTrue, true],
      ] as const) {
        assert.deepEqual(conditionWarnings(proposed, options), [], proposed)
        const matches = compileEventCondition('a test', proposed)
        assert.equal(matches({ event_name: 'purchase', event_data: {} }), result, proposed)
      }
    }
  })

  it('is given for every condition that fails on an event without a field', () => {
    let silent = 0
    for (let seed = 1; seed <= 4000; seed++) {
      const random = randomFrom(seed)
      const when = condition(random)
      if (conditionWarnings(when, options).length > 0) continue
      const matches = compileEventCondition('a test', when)
      silent++
      for (let each = 0; each < 8; each++) {
        const event = randomEvent(random)
        assert.doesNotThrow(() => matches(event), `${when} of ${JSON.stringify(event)}`)
      }
    }
    assert.ok(silent > 500, `${silent} conditions have no warning`)
  })
})

const fields = ['event.email', 'event.country', 'event.event_data.method', 'event.consent.ad_storage']

function condition(random: Random, depth = 3): string {
  const inner = () => condition(random, depth - 1)
  switch (depth > 0 ? random.below(8) : 7) {
    case 0:
      return `!(${inner()})`
    case 1:
      return `(${inner()} ? ${inner()} : ${inner()})`
    case 2:
    case 3:
      return `(${inner()} || ${inner()})`
    case 4:
    case 5:
      return `(${inner()} && ${inner()})`
    default: {
      const field = random.pick(fields)
      const tests = [`has(${field})`, `has(${field})`, `has(event.consent)`, `'email' in event`]
      return random.pick([
        ...tests,
        ...tests,
        `${field} == 'a'`,
        `${field} != 'a'`,
        `${field}.startsWith('a')`,
        `${field} in ['a', 'b']`,
        "event.event_name == 'login'",
      ])
    }
  }
}

function randomEvent(random: Random): Record<string, unknown> {
  const values = ['a', 'b', undefined, undefined]
  const event = {
    event_name: random.pick(['login', 'purchase']),
    email: random.pick(values),
    country: random.pick(values),
    consent: random.pick([undefined, { ad_storage: random.pick(values) }]),
    event_data: { method: random.pick(values) },
  }
  // An absent field is no member.
  return JSON.parse(JSON.stringify(event)) as Record<string, unknown>
}
