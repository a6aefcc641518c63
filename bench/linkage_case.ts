/** Bench: defines an event of 25 fields, and the same mapping in the language of each system. */
import { Type, type TSchema } from 'typebox'
import type { DecisionDestination } from '../functions/decision/decide.ts'
import { byStatus } from '../functions/targets/classify.ts'
import { Hashed } from '../functions/targets/personal.ts'
import { defineTarget, type Target } from '../functions/targets/target.ts'
import type { Link } from '../schemas/link.ts'

/** Returns an event as POSTed, about 550 bytes. `bytes` lengthens it by a text that no link reads. Each number makes a different event, so that
 * values are not cached. */
export function postedEvent(bytes: number, number = 0): string {
  const digits = String(number * 7919).padStart(7, '0')
  const event = {
    event_name: 'view_content',
    event_id: `e-${digits.slice(3)}`,
    event_time: new Date(Date.now() - number * 1001).toISOString(),
    user_id: `u-${digits.slice(3)}`,
    anonymous_id: `a-${digits.slice(3)}`,
    session_number: 1 + (number % 9),
    email: `a${digits.slice(5)}@example.com`,
    phone: `+44207${digits}`,
    postal_code: 'SW1A',
    country: 'GB',
    locale: 'en-GB',
    ip: '203.0.113.7',
    user_agent: 'Firefox/148.0',
    page_url: `https://n.example/${digits.slice(3)}`,
    page_referrer: 'https://s.example/',
    utm_source: 'letter',
    source: 'web',
    limited_data_use: false,
    content_name: `Engine ${digits.slice(4)}`,
    content_type: 'article',
    content_id: `C-${number}`,
    value: 59.8 + number,
    currency: 'EUR',
    quantity: 1 + (number % 5),
    note: '',
  }
  const spare = bytes - JSON.stringify(event).length
  return JSON.stringify({ ...event, note: 'x'.repeat(Math.max(0, spare)) })
}

/** Returns a pool of different events. */
export function postedEvents(bytes: number): readonly string[] {
  return Array.from({ length: 256 }, (_, number) => postedEvent(bytes, number))
}

/** Two destinations, each with a rule that permits these events. */
export const judged: readonly DecisionDestination[] = ['first', 'second'].map((id) => ({
  id,
  target: id,
  purpose: 'generic',
  rules: [
    {
      id: 'permit',
      effect: 'permit',
      when: "event.event_name == 'view_content' && event.country == 'GB'",
    },
  ],
}))

/** Target field → path, in a shape typical of ad platforms. `note` is not mapped; the event's name is a constant. */
export const paths: Readonly<Record<string, string>> = {
  event_id: 'event_id',
  event_time: 'event_time',
  event_source_url: 'page_url',
  referrer_url: 'page_referrer',
  'user.external_id': 'user_id',
  'user.anonymous_id': 'anonymous_id',
  'user.em': 'email',
  'user.ph': 'phone',
  'user.zp': 'postal_code',
  'user.country': 'country',
  'user.locale': 'locale',
  'user.client_ip': 'ip',
  'user.client_agent': 'user_agent',
  'data.session': 'session_number',
  'data.campaign': 'utm_source',
  'data.source': 'source',
  'data.limited': 'limited_data_use',
  'data.content_name': 'content_name',
  'data.content_type': 'content_type',
  'data.content_id': 'content_id',
  'data.value': 'value',
  'data.currency': 'currency',
  'data.quantity': 'quantity',
  'data.title': 'content_name',
}

export const link: Link = { event_name: { const: 'ViewContent' }, ...paths }

/** Returns the mapping as nested objects, each path written by `leaf` and each object by `branch`. */
export function nested(
  leaf: (path: string) => unknown,
  branch: (members: object) => unknown = (members) => members,
): object {
  const top: Record<string, unknown> = {}
  const below: Record<string, Record<string, unknown>> = {}
  for (const [field, path] of Object.entries(paths)) {
    const [first = '', second] = field.split('.')
    if (second === undefined) top[first] = leaf(path)
    else (below[first] ??= {})[second] = leaf(path)
  }
  for (const [name, members] of Object.entries(below)) top[name] = branch(members)
  return top
}

/** Returns a target of this shape, with this number of hashed fields. */
export function benchTarget(name: string, hashed: number): Target {
  const personal: readonly [string, TSchema][] = [
    ['em', Hashed('email')],
    ['ph', Hashed('phone_e164')],
    ['external_id', Hashed('lower')],
  ]
  const open = (members: Readonly<Record<string, TSchema>>) =>
    Type.Partial(Type.Object(members), { additionalProperties: false })
  const typeOf = (field: string): TSchema =>
    /value|quantity|session/.test(field)
      ? Type.Number()
      : /limited/.test(field)
        ? Type.Boolean()
        : Type.String()
  const user = Object.fromEntries([
    ...membersOf('user').map((field) => [field, Type.String()] as const),
    ...personal.slice(0, hashed),
  ])
  const data = Object.fromEntries(membersOf('data').map((field) => [field, typeOf(field)]))
  return defineTarget({
    name,
    title: 'Bench',
    purpose: 'generic',
    honours: null,
    docs: 'https://bench.example',
    settings: Type.Object({}),
    events: 'as_is',
    otherEvents: 'as_is',
    fields: Type.Object(
      {
        event_name: Type.String(),
        event_id: Type.String(),
        event_time: Type.String(),
        event_source_url: Type.Optional(Type.String()),
        referrer_url: Type.Optional(Type.String()),
        user: open(user),
        data: open(data),
      },
      { additionalProperties: false },
    ),
    linkage: link,
    time: { maxAge: 7 * 24 * 3600, maxFuture: 900 },
    dedup: 'event_id',
    identity: [['user.em'], ['user.client_ip', 'user.client_agent']],
    test: null,
    batch: { maxItems: 1000, maxBytes: 1_000_000, atomic: true },
    request: () => {
      throw new Error('The target of the bench sends no requests.')
    },
    classify: byStatus,
  })
}

function membersOf(object: string): string[] {
  return Object.keys(paths).flatMap((field) =>
    field.startsWith(`${object}.`) ? field.slice(object.length + 1) : [],
  )
}
