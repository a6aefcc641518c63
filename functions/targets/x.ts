/** Target `x`: X (formerly Twitter), with the Web Conversions API. It refuses a whole request for one invalid event. */
import { Type } from 'typebox'
import type { Source } from '../../schemas/link.ts'
import { header } from '../net/header.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf } from './answer.ts'
import { listBody } from './batch_body.ts'
import { strictObject, Currency, ShortText } from './closed.ts'
import { isoCurrency, pieces } from './commerce.ts'
import { Hashed, Plain } from './personal.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

/** X accepts an id of Events Manager with and without the pixel's. */
const eventId = '^(tw-[a-z0-9]+-)?[a-z0-9]+$'

const settings = Type.Object(
  {
    pixel_id: Type.String({
      pattern: '^[a-z0-9]{1,16}$',
      description: 'Id of the base tag (pixel), from Events Manager.',
      examples: ['o8z6j'],
    }),
    access_token: Secret('Conversion API token of the pixel, from Events Manager.'),
    event_ids: Type.Record(Type.String(), Type.String({ pattern: eventId }), {
      description:
        'Event type → id of its event in Events Manager. Event types that are not listed are skipped.',
      examples: [{ purchase: 'tw-o8z6j-o8z21' }],
    }),
  },
  { additionalProperties: false },
)

const Money = Type.String({ pattern: '^-?[0-9]+\\.[0-9]{2}$' })

const Identifier = strictObject(
  {},
  {
    twclid: Plain('trim'),
    hashed_email: Hashed('email'),
    hashed_phone_number: Hashed('phone_e164'),
    ip_address: Plain('ip'),
    user_agent: Plain('trim'),
  },
  { minProperties: 1 },
)

const Content = strictObject(
  {},
  {
    content_id: ShortText,
    content_group_id: ShortText,
    content_name: ShortText,
    content_type: ShortText,
    content_price: Money,
    num_items: Type.Integer({ minimum: 1 }),
  },
)

// https://docs.x.com/x-ads-api/measurement/web-conversions
const fields = strictObject(
  {
    conversion_time: Type.String({ format: 'date-time' }),
    event_id: Type.String({ pattern: eventId }),
    // An IP address and a user agent alone do not identify a person.
    identifiers: Type.Array(Identifier, {
      contains: {
        anyOf: ['twclid', 'hashed_email', 'hashed_phone_number'].map((name) => ({ required: [name] })),
      },
    }),
  },
  {
    conversion_id: ShortText,
    value: Money,
    price_currency: Currency,
    // "Must be a positive number greater than zero."
    number_items: Type.Integer({ minimum: 1 }),
    description: ShortText,
    search_string: ShortText,
    contents: Type.Array(Content),
  },
)

/** Uses the source if the event has any of these fields. */
function withAny(paths: readonly string[], source: Source): Source {
  return paths.reduceRight<Source>(
    (otherwise, path) => ({ when: { path, exists: true }, then: source, else: otherwise }),
    { const: '' },
  )
}

interface ErrorBody {
  errors: readonly { code?: string; message?: string }[]
}

/** Returns the seconds until the rate limit is reset, from X's header, which is a Unix time, and the date of the response. */
function waitOf(response: HttpResponse): number | undefined {
  const reset = Number(header(response, 'x-rate-limit-reset'))
  const date = Date.parse(header(response, 'date') ?? '') / 1000
  return Number.isFinite(reset - date) ? Math.max(0, reset - date) : undefined
}

function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { errors } = bodyOf<ErrorBody>(response) ?? {}
  const message = (errors ?? [])
    .map((error) => [error.code, error.message].filter(Boolean).join(': '))
    .join('; ')
  const { status } = response
  return byVendorCode(response, events, {
    status,
    message,
    wait: status === 429 ? waitOf(response) : undefined,
  })
}

export const x = defineTarget({
  name: 'x',
  title: 'X Conversion API',
  purpose: 'advertising',
  // X's guide of restricted data use names the Conversion API, but shows no field of it that could be confirmed:
  // https://business.x.com/en/help/campaign-measurement-and-analytics/conversion-tracking-for-websites/restricted-data-use-guide
  honours: null,
  docs: 'https://docs.x.com/x-ads-api/measurement/web-conversions',
  settings,
  events: { setting: 'event_ids' },
  otherEvents: null,
  fields,
  // Without a currency, X counts the value in US dollars.
  together: [['value', 'price_currency']],
  // The guide of restricted data use, above, has a parameter that the reference of the API does not list.
  extra: true,
  linkage: {
    conversion_time: { from: 'event_time', as: 'iso' },
    event_id: 'target_event',
    conversion_id: 'event_id',
    identifiers: {
      list: [
        { object: { twclid: 'twclid' } },
        { object: { hashed_email: 'email' } },
        { object: { hashed_phone_number: 'phone' } },
        withAny(['twclid', 'email', 'phone'], { object: { ip_address: 'ip', user_agent: 'user_agent' } }),
      ],
    },
    value: { from: 'value', as: 'money' },
    price_currency: isoCurrency,
    number_items: pieces,
    description: 'content_name',
    search_string: 'search_term',
    contents: {
      each: 'items',
      map: {
        content_id: 'item_id',
        content_name: 'item_name',
        content_type: 'item_category',
        content_price: { from: 'price', as: 'money' },
        num_items: 'quantity',
      },
    },
  },
  time: undefined,
  dedup: 'conversion_id',
  identity: [['identifiers']],
  test: null,
  batch: { maxItems: 500, maxBytes: 1_000_000, atomic: true },
  request: (events, { pixel_id, access_token }) => ({
    method: 'POST',
    url: `https://ads-api.x.com/12/measurement/conversions/${pixel_id}`,
    headers: { 'x-pixel-token': access_token, 'content-type': 'application/json' },
    body: listBody('conversions', events),
    timeout: 10_000,
  }),
  // An expired token, or one without access to the pixel. https://docs.x.com/x-ads-api/fundamentals/error-codes-and-responses
  forbidden: 'credentials',
  classify,
})
