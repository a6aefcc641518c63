/** Target `mixpanel`: Mixpanel, with the Import API in strict mode. It accepts the valid events of a request and names the invalid ones. */
import { hash } from 'node:crypto'
import { Type, type TSchema } from 'typebox'
import type { Source } from '../../schemas/link.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, acceptedExcept } from './answer.ts'
import { basic } from './basic_auth.ts'
import { byStatus } from './classify.ts'
import { strictObject, ShortText } from './closed.ts'
import { custom, withCustom } from './custom.ts'
import { Plain } from './personal.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const settings = Type.Object(
  {
    project_id: Type.String({
      pattern: '^[0-9]+$',
      description: 'Id of the project, from its settings.',
      examples: ['1234567'],
    }),
    service_account: Type.String({
      pattern: '^[!-9;-~]+$',
      description: 'User name of a service account that can import into the project.',
      examples: ['sluice.a1b2c3.mp-service-account'],
    }),
    service_account_secret: Secret('Secret of the service account.'),
    region: Type.Optional(
      Type.Enum(['eu', 'in'], {
        description: 'Region of the project: eu or in (India). Default: the United States.',
      }),
    ),
  },
  { additionalProperties: false },
)

// Placeholder ids, which Mixpanel refuses. https://developer.mixpanel.com/reference/import-events#propertiesdistinct_id
const placeholders = (
  'null nil <nil> none n/a na undefined unknown anon anonymous true false 0 -1 [] {} lmy47d ' +
  '00000000-0000-0000-0000-000000000000'
).split(' ')

/** Uses an id unless it is a placeholder. */
function idIn(path: string): Source {
  return { when: { path, in: placeholders }, then: { const: '' }, else: path }
}

const shortId = /^[A-Za-z0-9-]{1,36}$/

/** Keeps an id of the form that Mixpanel requires. Any other becomes the beginning of its hash, as Mixpanel advises.
 * https://developer.mixpanel.com/reference/import-events#propertiesinsert_id */
function insertIdOf(id: string): string {
  return shortId.test(id) && !placeholders.includes(id) ? id : hash('sha256', id).slice(0, 36)
}
const Id = Plain('trim', { maxLength: 255, not: { enum: placeholders } })

// https://developer.mixpanel.com/reference/import-events
const Properties = strictObject(
  {
    /** Unix time in ms. */
    time: Type.Integer({ minimum: Date.UTC(1971) }),
    $insert_id: ShortText,
  },
  {
    distinct_id: Id,
    $device_id: Id,
    $user_id: Id,
    ip: Plain('ip'),
    $city: Plain('name'),
    $region: Plain('name'),
    mp_country_code: Plain('country_upper'),
    $os: ShortText,
    $os_version: ShortText,
    $brand: ShortText,
    $model: ShortText,
    $app_version_string: ShortText,
    $current_url: ShortText,
    $referrer: ShortText,
    utm_source: ShortText,
    utm_medium: ShortText,
    utm_campaign: ShortText,
    utm_term: ShortText,
    utm_content: ShortText,
    utm_id: ShortText,
  },
)

/** A value with at most this many levels of objects and lists, which have fewer than 255 members. That a list is a level is assumed.
 * https://developer.mixpanel.com/reference/import-events#high-level-requirements */
function nested(levels: number): TSchema {
  const scalars = [Type.String(), Type.Number(), Type.Boolean(), Type.Null()]
  if (levels === 0) return Type.Union(scalars)
  const inner = nested(levels - 1)
  const members = Type.Object({}, { additionalProperties: inner, maxProperties: 254 })
  return Type.Union([members, Type.Array(inner, { maxItems: 254 }), ...scalars])
}

const fields = strictObject(
  { event: Type.String({ minLength: 1, maxLength: 255, whole: true }), properties: Properties },
  // The maximum is 254 properties, including the standard ones.
  { custom: Type.Object({}, { additionalProperties: nested(3), maxProperties: 230 }) },
)

interface ResponseBody {
  failed_records: readonly { index: number; field?: string; message?: string }[]
}

/** With 400, events that are not named were imported. https://developer.mixpanel.com/reference/import-events */
function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { failed_records } = bodyOf<ResponseBody>(response) ?? {}
  if (response.status !== 400 || !failed_records?.length) return byStatus(response, events)
  return acceptedExcept(
    response,
    events,
    new Map(failed_records.map(({ index, message = '' }) => [index, message])),
  )
}

function eventOf(linked: LinkedEvent): object {
  const { properties, ...event } = withCustom(linked, 'properties')
  const { $insert_id, ...others } = properties as { $insert_id: string }
  return { ...event, properties: { ...others, $insert_id: insertIdOf($insert_id) } }
}

export const mixpanel = defineTarget({
  name: 'mixpanel',
  title: 'Mixpanel',
  purpose: 'analytics',
  honours: null,
  docs: 'https://developer.mixpanel.com/reference/import-events',
  settings,
  events: 'as_is',
  otherEvents: 'as_is',
  fields,
  // https://docs.mixpanel.com/docs/data-structure/property-reference/default-properties, such as `properties.$browser`.
  extra: true,
  linkage: {
    event: 'target_event',
    'properties.time': { from: 'event_time', as: 'milliseconds' },
    'properties.$insert_id': 'event_id',
    'properties.distinct_id': { first: [idIn('user_id'), idIn('anonymous_id')] },
    'properties.$device_id': 'anonymous_id',
    'properties.$user_id': 'user_id',
    'properties.ip': 'ip',
    'properties.$city': 'city',
    'properties.$region': 'region',
    'properties.mp_country_code': 'country',
    'properties.$os': 'os_name',
    'properties.$os_version': 'os_version',
    'properties.$brand': 'device_brand',
    'properties.$model': 'device_model',
    'properties.$app_version_string': 'app_version',
    'properties.$current_url': 'page_url',
    'properties.$referrer': 'page_referrer',
    'properties.utm_source': 'utm_source',
    'properties.utm_medium': 'utm_medium',
    'properties.utm_campaign': 'utm_campaign',
    'properties.utm_term': 'utm_term',
    'properties.utm_content': 'utm_content',
    'properties.utm_id': 'utm_id',
    ...custom(),
  },
  time: { maxAge: Infinity, maxFuture: 3600 },
  dedup: 'properties.$insert_id',
  identity: [['properties.distinct_id']],
  test: null,
  batch: { maxItems: 2000, maxBytes: 9_500_000, atomic: false },
  request: (events, { project_id, service_account, service_account_secret, region }) => ({
    method: 'POST',
    url: `https://api${region ? `-${region}` : ''}.mixpanel.com/import?strict=1&project_id=${project_id}`,
    headers: {
      authorization: basic(service_account, service_account_secret),
      'content-type': 'application/json',
    },
    body: JSON.stringify(events.map(eventOf)),
    timeout: 30_000,
  }),
  classify,
})
