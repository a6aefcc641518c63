/** Target `ga4`: Google Analytics 4, with the Measurement Protocol. It responds 204 to every request, so events are validated here. */
import { Type } from 'typebox'
import { refused } from '../../schemas/outcome.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, evidenceOf } from './answer.ts'
import { byStatus } from './classify.ts'
import { ownNames } from './event_names.ts'
import { ga4Fields } from './ga4_event.ts'
import { withAll } from './presence.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const open = Type.Optional

const settings = Type.Object(
  {
    measurement_id: open(
      Type.String({
        pattern: '^G-[A-Z0-9]+$',
        description: 'Measurement id of the web stream. Either this or firebase_app_id is required.',
        examples: ['G-ABC123DEF4'],
      }),
    ),
    firebase_app_id: open(
      Type.String({
        pattern: '^[0-9]:[0-9]+:[a-zA-Z]+:[a-zA-Z0-9]+$',
        description:
          'Firebase app id of the app stream. It needs a link for app_instance_id, and client_id: null.',
        examples: ['1:1234567890:android:321abc456def7890'],
      }),
    ),
    api_secret: Secret('Secret of the Measurement Protocol, from Admin > Data streams.'),
    property_id: open(
      Type.String({
        pattern: '^[0-9]+$',
        description:
          'Id of the property. Only requests to erase a person use it. They need the Google Analytics API in the project, and access to the property for the service account of `forward`. Default: none are sent.',
        examples: ['123456789'],
      }),
    ),
    region: open(Type.Enum(['eu'], { description: 'Region where the data is collected: eu. Default: any.' })),
    validate_only: open(
      Type.Boolean({ description: 'Makes Google validate the events without recording them, for tests.' }),
    ),
  },
  {
    additionalProperties: false,
    anyOf: [{ required: ['measurement_id'] }, { required: ['firebase_app_id'] }],
  },
)

/** Context field → type of user. The link fills `client_id` with either of two fields.
 * https://developers.google.com/analytics/devguides/config/userdeletion/v3/reference/userDeletion/userDeletionRequest */
const erasedBy: Readonly<Record<string, string>> = {
  user_id: 'USER_ID',
  ga_client_id: 'CLIENT_ID',
  anonymous_id: 'CLIENT_ID',
}

const choices = { granted: 'GRANTED', denied: 'DENIED' } as const

/** Returns the members that all events of a request share. */
function userOf({ fields }: LinkedEvent): object {
  const { event: _, ...user } = fields
  return user
}

/** A purchase without a transaction gets the id of the event, so that Google drops it if it comes again. */
function eventOf({ id, fields }: LinkedEvent): object {
  const { params, context, ...event } = fields['event'] as Readonly<Record<string, object>>
  const fallback = (event['name'] as unknown) === 'purchase' ? { transaction_id: id } : {}
  return { ...event, params: { ...fallback, ...context, ...params } }
}

interface ResponseBody {
  validationMessages: readonly { fieldPath?: string; description?: string }[]
}

/** Only the validation server reports errors, for the request as a whole.
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/validating-events */
function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { validationMessages: [fault] = [] } = bodyOf<ResponseBody>(response) ?? {}
  if (!fault) return byStatus(response, events)
  const message = `${fault.fieldPath ?? ''} ${fault.description ?? ''}`.trim()
  return events.map(() => ({ outcome: refused('rejected', evidenceOf(response, message)) }))
}

export const ga4 = defineTarget({
  name: 'ga4',
  title: 'Google Analytics 4',
  purpose: 'analytics',
  honours: null,
  docs: 'https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference',
  settings,
  events: { ...ownNames, lead: 'generate_lead', download: 'file_download', app_install: null },
  otherEvents: 'as_is',
  fields: ga4Fields,
  keep: ['consent'],
  together: [['event.params.value', 'event.params.currency']],
  linkage: {
    client_id: { first: ['ga_client_id', 'anonymous_id'] },
    user_id: 'user_id',
    'consent.ad_user_data': { from: 'consent.ad_user_data', values: choices },
    'consent.ad_personalization': { from: 'consent.ad_personalization', values: choices },
    // Google accepts user data only with a user id.
    'user_data.sha256_email_address': withAll(['user_id'], { list: ['email'], consent: 'ad_user_data' }),
    'user_data.sha256_phone_number': withAll(['user_id'], { list: ['phone'], consent: 'ad_user_data' }),
    'user_data.address': withAll(['user_id'], {
      list: [
        withAll(['last_name'], {
          object: {
            sha256_first_name: 'first_name',
            sha256_last_name: 'last_name',
            city: 'city',
            region: 'region',
            postal_code: 'postal_code',
            country: 'country',
          },
        }),
      ],
      consent: 'ad_user_data',
    }),
    'user_location.city': 'city',
    'user_location.region_id': {
      when: { path: 'country', in: ['US', 'us'] },
      then: { template: 'US-{region|upper}' },
    },
    'user_location.country_id': 'country',
    ip_override: 'ip',
    user_agent: 'user_agent',
    'device.category': 'device_type',
    'device.language': 'locale',
    'device.screen_resolution': 'screen_resolution',
    'device.operating_system': 'os_name',
    'device.operating_system_version': 'os_version',
    'device.model': 'device_model',
    'device.brand': 'device_brand',
    'event.name': 'target_event',
    'event.timestamp_micros': { from: 'event_time', as: 'microseconds' },
    // Parameters are text, numbers and booleans, but for the items.
    'event.params': { rest: {}, as: 'flat' },
    // Google's session ids are numbers. Another one is left out: the event then belongs to no session.
    'event.context.session_id': 'ga_session_id',
    // Required for the event to appear in the real-time report.
    'event.context.engagement_time_msec': { const: 1 },
    'event.context.page_location': 'page_url',
    'event.context.page_referrer': 'page_referrer',
    'event.context.page_title': 'page_title',
  },
  time: { maxAge: 72 * 3600, maxFuture: 15 * 60 },
  dedup: 'event.params.transaction_id',
  identity: [['client_id'], ['app_instance_id']],
  test: 'validate_only',
  batch: {
    maxItems: 25,
    maxBytes: 130_000,
    atomic: false,
    key: (event) => JSON.stringify(userOf(event)),
  },
  request: (events, { measurement_id, firebase_app_id, api_secret, region, validate_only }) => {
    if (measurement_id && firebase_app_id) {
      throw new Error('Set only one of measurement_id and firebase_app_id: a stream is either web or app.')
    }
    const stream = measurement_id ? `measurement_id=${measurement_id}` : `firebase_app_id=${firebase_app_id}`
    const host = region === 'eu' ? 'region1.google-analytics.com' : 'www.google-analytics.com'
    const path = validate_only ? 'debug/mp/collect' : 'mp/collect'
    return {
      method: 'POST',
      url: `https://${host}/${path}?${stream}&api_secret=${encodeURIComponent(api_secret)}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...userOf(events[0]!), events: events.map(eventOf) }),
      timeout: 10_000,
    }
  },
  classify,
  erase: {
    docs: 'https://developers.google.com/analytics/devguides/config/userdeletion/v3/reference/userDeletion/userDeletionRequest/upsert',
    settings: ['property_id'],
    googleScope: 'https://www.googleapis.com/auth/analytics.user.deletion',
    supports: (field) => field in erasedBy,
    request: ({ field, value }, { property_id }, { authorization }) => ({
      method: 'POST',
      url: 'https://www.googleapis.com/analytics/v3/userDeletion/userDeletionRequests:upsert',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        kind: 'analytics#userDeletionRequest',
        id: { type: erasedBy[field]!, userId: value },
        propertyId: property_id,
      }),
      timeout: 10_000,
    }),
  },
})
