/** Target `amplitude`: Amplitude, with HTTP API V2. It refuses a whole request for one invalid event, and names that event. */
import { Type } from 'typebox'
import type { Link } from '../../schemas/link.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, rejectedBecauseOf, type Faults } from './answer.ts'
import { basic } from './basic_auth.ts'
import { byStatus } from './classify.ts'
import { strictObject, Currency, ShortText } from './closed.ts'
import { custom, AnyObject, withCustom } from './custom.ts'
import { Plain } from './personal.ts'
import { gaid, idfa, onApple } from './platform.ts'
import { withAll } from './presence.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const settings = Type.Object(
  {
    api_key: Secret('API key of the project.'),
    secret_key: Type.Optional(
      Secret('Secret key of the project. Only requests to erase a person use it. Default: none are sent.'),
    ),
    region: Type.Optional(
      Type.Enum(['eu'], { description: 'Region of the project: eu. Default: the United States.' }),
    ),
  },
  { additionalProperties: false },
)

/** Amplitude refuses an event with a placeholder as an id, also beside a valid id.
 * https://amplitude.com/docs/apis/analytics/http-v2#device-ids-and-user-ids-minimum-length */
const Id = Plain('trim', {
  pattern: '^(?!(?:anonymous|nil|none|null|n/a|na|undefined|unknown|""|\\{\\}|lmy47d|-1|[0-]+)$)',
})

// https://amplitude.com/docs/apis/analytics/http-v2#keys-for-the-event-argument
const fields = strictObject(
  {
    event_type: Type.String({
      minLength: 1,
      pattern: '^(?!\\[Amplitude\\]|(?:session_start|session_end|\\$identify)$)',
    }),
    time: Type.Integer({ minimum: 0 }),
    insert_id: ShortText,
  },
  {
    user_id: Id,
    device_id: Id,
    session_id: Type.Integer({ minimum: -1 }),
    event_properties: AnyObject,
    custom: AnyObject,
    user_properties: Type.Object(
      { email: Type.Optional(Plain('email')) },
      { additionalProperties: Type.Unknown() },
    ),
    groups: AnyObject,
    app_version: ShortText,
    platform: ShortText,
    os_name: ShortText,
    os_version: ShortText,
    device_brand: ShortText,
    device_model: ShortText,
    country: Plain('name'),
    region: Plain('name'),
    city: Plain('name'),
    language: ShortText,
    ip: Plain('ip'),
    user_agent: Plain('trim'),
    price: Type.Number(),
    quantity: Type.Integer(),
    revenue: Type.Number(),
    currency: Currency,
    productId: ShortText,
    revenueType: ShortText,
    idfa: Plain('trim'),
    idfv: Plain('trim'),
    adid: Plain('trim'),
  },
)

interface ErrorBody {
  error: string
  /** Field → indices of events. */
  events_with_invalid_fields: Readonly<Record<string, readonly number[]>>
  events_with_missing_fields: Readonly<Record<string, readonly number[]>>
  events_with_invalid_id_lengths: Readonly<Record<string, readonly number[]>>
  silenced_events: readonly number[]
  /** User or device id → number of events. */
  exceeded_daily_quota_users: Readonly<Record<string, number>>
  exceeded_daily_quota_devices: Readonly<Record<string, number>>
}

/** https://amplitude.com/docs/apis/analytics/http-v2#status-codes */
function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const body = bodyOf<ErrorBody>(response) ?? {}
  const message = body.error ?? ''
  if (response.status === 400) {
    if (/^invalid api.?key/i.test(message)) {
      // Amplitude's message contains the key.
      return byVendorCode(response, events, { status: 401, message: 'Invalid API key.' })
    }
    return rejectedBecauseOf(response, events, invalidEvents(body))
  }
  if (response.status !== 429) return byStatus(response, events)
  const { exceeded_daily_quota_users: users = {}, exceeded_daily_quota_devices: devices = {} } = body
  const overQuota = events.flatMap(({ fields: { user_id, device_id } }, index) =>
    Object.hasOwn(users, String(user_id)) || Object.hasOwn(devices, String(device_id))
      ? [[index, 'The daily quota of the user or device is exceeded.'] as const]
      : [],
  )
  if (overQuota.length > 0) return rejectedBecauseOf(response, events, new Map(overQuota))
  return byVendorCode(response, events, { status: 429, message, wait: 30 })
}

function invalidEvents(body: Partial<ErrorBody>): Faults {
  const faults = new Map<number, string>()
  const kinds = [
    'events_with_invalid_fields',
    'events_with_missing_fields',
    'events_with_invalid_id_lengths',
  ] as const
  for (const kind of kinds)
    for (const [field, indices] of Object.entries(body[kind] ?? {}))
      for (const index of indices) faults.set(index, `${kind}: ${field}`)
  for (const index of body.silenced_events ?? []) faults.set(index, 'silenced_events')
  return faults
}

const revenue: Link = {
  revenue: 'value',
  currency: 'currency',
  // Amplitude requires `revenue` with it.
  revenueType: withAll(['value'], 'target_event'),
}

const epochMilliseconds = /^[0-9]{13}$/

/** Returns the event as it is sent. A session id of Amplitude is the start of the session in ms, which only some producers have as their id
 * of the session. https://amplitude.com/docs/apis/analytics/http-v2#event-array-keys */
function eventOf(event: LinkedEvent): Record<string, unknown> {
  const sent = withCustom(event, 'event_properties')
  const { session_id } = sent['event_properties'] as { session_id?: unknown }
  const isStart = typeof session_id === 'string' && epochMilliseconds.test(session_id)
  return isStart ? { ...sent, session_id: Number(session_id) } : sent
}

export const amplitude = defineTarget({
  name: 'amplitude',
  title: 'Amplitude',
  purpose: 'analytics',
  honours: null,
  docs: 'https://amplitude.com/docs/apis/analytics/http-v2',
  settings,
  events: 'as_is',
  otherEvents: 'as_is',
  fields,
  together: [['revenue', 'currency', 'revenueType']],
  // https://amplitude.com/docs/apis/analytics/http-v2#event-array-keys, such as `carrier`, `location_lat` and `plan`.
  extra: true,
  linkage: {
    event_type: 'target_event',
    time: { from: 'event_time', as: 'milliseconds' },
    insert_id: 'event_id',
    user_id: 'user_id',
    device_id: 'anonymous_id',
    // Google's id of the session is its start in seconds.
    session_id: { from: 'ga_session_id', as: 'milliseconds' },
    ...custom(),
    'event_properties.session_id': 'session_id',
    'event_properties.page_url': 'page_url',
    'event_properties.page_referrer': 'page_referrer',
    'event_properties.page_title': 'page_title',
    'user_properties.utm_source': 'utm_source',
    'user_properties.utm_medium': 'utm_medium',
    'user_properties.utm_campaign': 'utm_campaign',
    'user_properties.utm_term': 'utm_term',
    'user_properties.utm_content': 'utm_content',
    'user_properties.utm_id': 'utm_id',
    app_version: 'app_version',
    platform: { when: { path: 'action_source', eq: 'web' }, then: { const: 'Web' }, else: 'os_name' },
    os_name: 'os_name',
    os_version: 'os_version',
    device_brand: 'device_brand',
    device_model: 'device_model',
    country: 'country',
    region: 'region',
    city: 'city',
    language: 'locale',
    ip: 'ip',
    user_agent: 'user_agent',
    idfa,
    idfv: { when: onApple, then: 'vendor_id' },
    adid: gaid,
  },
  linkageByEvent: {
    purchase: revenue,
    subscribe: revenue,
    donate: revenue,
    refund: { ...revenue, revenue: { from: 'value', as: 'negative' } },
  },
  // The campaign is a property of the user, too, but Amplitude needs it with each event.
  profiles: {
    docs: 'https://amplitude.com/docs/apis/analytics/http-v2#event-array-keys',
    fields: ['user_properties.email'],
    linkage: { 'user_properties.email': 'email' },
  },
  time: undefined,
  dedup: 'insert_id',
  identity: [['user_id'], ['device_id']],
  test: null,
  batch: { maxItems: 2000, maxBytes: 950_000, atomic: true },
  request: (events, { api_key, region }) => ({
    method: 'POST',
    url: `https://${region === 'eu' ? 'api.eu.amplitude.com' : 'api2.amplitude.com'}/2/httpapi`,
    headers: { 'content-type': 'application/json' },
    // Amplitude's default minimum is five characters, but ids of producers may be shorter.
    body: JSON.stringify({
      api_key,
      events: events.map(eventOf),
      options: { min_id_length: 1 },
    }),
    timeout: 10_000,
  }),
  classify,
  erase: {
    docs: 'https://amplitude.com/docs/apis/analytics/user-privacy',
    settings: ['secret_key'],
    // Amplitude deletes by its own ids and by those of users, not by devices.
    supports: (field) => field === 'user_id',
    request: ({ value }, { api_key, secret_key = '', region }) => ({
      method: 'POST',
      url: `https://${region === 'eu' ? 'analytics.eu.amplitude.com' : 'amplitude.com'}/api/2/deletions/users`,
      headers: { authorization: basic(api_key, secret_key), 'content-type': 'application/json' },
      // An unknown user is no error. Amplitude's own examples have the text "true".
      body: JSON.stringify({ user_ids: [value], requester: 'sluice', ignore_invalid_id: 'true' }),
      timeout: 10_000,
    }),
  },
})
