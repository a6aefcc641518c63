/** Random links and events: every form of source in every place, names that objects inherit, values of every type. */
import {
  casts,
  consentSignals,
  type FieldTest,
  type Link,
  type LinkCondition,
  type Operand,
  type Source,
} from '../../schemas/link.ts'
import type { Random } from '../ingest/random.ts'

const names = (
  'a b items consent event_data target_event event_time constructor __proto__ toString length valueOf map ' +
  'hasOwnProperty ad_storage undefined then'
).split(' ')
const fieldNames = ['a', 'b', 'c', '$d', 'constructor', 'toString', 'length', 'prototype', 'class']
const texts = [
  '',
  'a',
  '1',
  '2026-03-14T09:26:53.589793Z',
  'true',
  'granted',
  '"\u2028\\`${b}',
  '__proto__',
  '0.1',
]

export function randomValue(random: Random, depth = 3): unknown {
  const kind = random.below(depth > 0 ? 9 : 6)
  if (kind < 2) return random.pick(texts)
  if (kind === 2) return random.pick([0, -1.5, 3, 1773480413589, 1e21, 1.005])
  if (kind === 3) return random.below(2) === 0
  if (kind === 4) return null
  if (kind === 5) return random.pick([[], {}])
  if (kind === 6) return random.some(3, () => randomValue(random, depth - 1))
  return randomObject(random, depth - 1)
}

/** Made by JSON.parse, so that `__proto__` is a member like any other. */
function randomObject(random: Random, depth: number): Record<string, unknown> {
  const members = random.some(5, () => [random.pick(names), randomValue(random, depth)] as const)
  const text = members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()
  return JSON.parse(`{${text}}`) as Record<string, unknown>
}

export function randomEvent(random: Random): Record<string, unknown> {
  return {
    ...randomObject(random, 3),
    event_time: '2026-03-14T09:26:53.589793Z',
    consent: { ad_storage: random.pick(['granted', 'denied', null]) },
    event_data: randomObject(random, 4),
  }
}

function path(random: Random, minLength = 1): string {
  return Array.from({ length: minLength + random.below(3) }, () => random.pick(names)).join('.')
}

function constant(random: Random) {
  return random.pick(['', 'a', 'granted', 0, 3, true, false, '`\n"\\${1}'])
}

function test(random: Random): FieldTest {
  const tested = path(random)
  return random.pick([
    { path: tested, eq: constant(random) },
    { path: tested, ne: constant(random) },
    { path: tested, in: random.some(3, () => constant(random)) },
    { path: tested, exists: random.below(2) === 0 },
    { path: tested, [random.pick(['gt', 'gte', 'lt', 'lte'])]: random.pick([0, 1, '2026-03-14', -1.5]) },
    { path: tested, matches: random.pick(['^a', '[0-9]', '"$', '^__']) },
  ])
}

function condition(random: Random, depth = 2): LinkCondition {
  const inner = () => condition(random, depth - 1)
  const forms: (() => LinkCondition)[] = [
    () => test(random),
    () => test(random),
    () => ({ and: random.some(3, inner) }),
    () => ({ or: random.some(3, inner) }),
    () => ({ not: inner() }),
  ]
  return random.pick(depth > 0 ? forms : forms.slice(0, 1))()
}

function options(random: Random) {
  return {
    ...(random.below(4) === 0 && { default: constant(random) }),
    ...(random.below(4) === 0 && { as: random.pick(casts) }),
    ...(random.below(6) === 0 && { values: { a: 'A', 3: 1, true: 'yes', granted: false } }),
    ...(random.below(8) === 0 && { consent: random.pick(consentSignals) }),
  }
}

function template(random: Random): string {
  return random
    .some(4, () =>
      random.pick(['text ', '`${b}', `{${path(random)}}`, `{${path(random)}|${random.pick(casts)}}`]),
    )
    .join('')
}

function format(random: Random): string {
  return random
    .some(4, () =>
      random.pick(['{year}', '{month}', '{day}T', '{hour}:', '{millisecond}', '{offset}', '"', '`${day}']),
    )
    .join('')
}

export function randomSource(random: Random, depth = 3): Source {
  const inner = () => randomSource(random, depth - 1)
  const operand = (): Operand => (random.below(3) === 0 ? random.pick([0, 2, 0.1, -100]) : inner())
  const pair = (): [Operand, Operand] => [operand(), operand()]
  const forms: (() => Source)[] = [
    () => path(random),
    () => ({ const: constant(random), ...options(random) }),
    () => ({ from: path(random), ...options(random) }),
    () => ({ template: template(random), ...options(random) }),
    () => ({ pluck: path(random, 2), ...options(random) }),
    () => ({ sum: path(random, 2), ...options(random) }),
    () => ({ sum: path(random, 2), times: path(random), ...options(random) }),
    () => ({ count: path(random), ...options(random) }),
    () => ({ rest: { except: [random.pick(names)] }, ...options(random) }),
    () => ({ add: random.some(3, operand), ...options(random) }),
    () => ({ subtract: pair(), ...options(random) }),
    () => ({ multiply: random.some(3, operand), ...options(random) }),
    () => ({ divide: pair(), ...options(random) }),
    () => ({ lookup: 'minor_units', key: random.pick([inner(), { const: 'EUR' }]), ...options(random) }),
    () => ({ time: 'event_time', format: format(random), ...options(random) }),
    () => ({ time: inner(), format: format(random), time_zone: 'Asia/Kolkata', ...options(random) }),
    () => ({ first: random.some(3, inner), ...options(random) }),
    () => ({ list: random.some(3, inner), ...options(random) }),
    () => ({ each: path(random), map: randomLink(random, depth - 1), ...options(random) }),
    () => ({ object: randomLink(random, depth - 1), ...options(random) }),
    () => ({ when: condition(random), then: inner(), else: inner(), ...options(random) }),
    () => ({ when: condition(random), then: inner(), ...options(random) }),
  ]
  return random.pick(depth > 0 ? forms : forms.slice(0, 8))()
}

export function randomLink(random: Random, depth = 3): Link {
  return Object.fromEntries(
    random.some(4, () => {
      const field = random.some(3, () => random.pick(fieldNames)).join('.')
      return [field, random.below(20) === 0 ? null : randomSource(random, depth)]
    }),
  )
}
