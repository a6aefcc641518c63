/** Target `mixpanel`: Mixpanel, with the Import API in strict mode. It accepts the valid events of a request and names the invalid ones. A second
 * API takes the profiles of users. */
import { hash } from 'node:crypto'
import { Type } from 'typebox'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf } from './answer.ts'
import { basic } from './basic_auth.ts'
import { byStatus } from './classify.ts'
import { custom, withCustom } from './custom.ts'
import { mixpanelId, mixpanelFields, mixpanelPlaceholders } from './mixpanel_event.ts'
import { exceptFailedMerges, mixpanelMerge } from './mixpanel_merge.ts'
import { classifyMixpanelProfiles, mixpanelProfile, type MixpanelBody } from './mixpanel_profile.ts'
import { withAll } from './presence.ts'
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
    project_token: Type.Optional(
      Type.String({
        pattern: '^[0-9a-zA-Z]+$',
        description:
          "Token of the project, which is public: Mixpanel's libraries in browsers have it. Updates of profiles and requests to erase a person need it. Default: neither is sent.",
        examples: ['591b3354bb2bdd96f72f23bf56911673'],
      }),
    ),
    gdpr_token: Type.Optional(
      Secret(
        'OAuth token for the GDPR API, from Personal settings > Data and privacy. Only requests to erase a person use it. Default: none are sent.',
      ),
    ),
    id_merge: Type.Optional(
      Type.Enum(['original'], {
        description:
          "The project's Identity Merge, if it is the original one: sign_up and login then send $identify. Set project_token, too. Default: the simplified one, which needs nothing.",
      }),
    ),
    region: Type.Optional(
      Type.Enum(['eu', 'in'], {
        description: 'Region of the project: eu or in (India). Default: the United States.',
      }),
    ),
  },
  { additionalProperties: false },
)

const shortId = /^[A-Za-z0-9-]{1,36}$/

/** Keeps an id of the form that Mixpanel requires. Any other becomes the beginning of its hash, as Mixpanel advises.
 * https://developer.mixpanel.com/reference/import-events#propertiesinsert_id */
function insertIdOf(id: string): string {
  return shortId.test(id) && !mixpanelPlaceholders.includes(id) ? id : hash('sha256', id).slice(0, 36)
}

/** With 400, events that are not named were imported. https://developer.mixpanel.com/reference/import-events */
function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { failed_records } = bodyOf<MixpanelBody>(response) ?? {}
  if (response.status !== 400 || !failed_records?.length) return byStatus(response, events)
  return exceptFailedMerges(response, events, failed_records)
}

function eventOf(linked: LinkedEvent): object {
  const { properties, person: _person, merge: _merge, ...event } = withCustom(linked, 'properties')
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
  fields: mixpanelFields,
  // https://docs.mixpanel.com/docs/data-structure/property-reference/default-properties, such as `properties.$browser`.
  extra: true,
  linkage: {
    event: 'target_event',
    'properties.time': { from: 'event_time', as: 'milliseconds' },
    'properties.$insert_id': 'event_id',
    'properties.distinct_id': { first: [mixpanelId('user_id'), mixpanelId('anonymous_id')] },
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
  profiles: {
    docs: 'https://docs.mixpanel.com/reference/profile-batch-update',
    fields: ['person'],
    linkage: {
      'person.$email': 'email',
      'person.$phone': 'phone',
      'person.$first_name': 'first_name',
      'person.$last_name': 'last_name',
      'person.$city': 'city',
      'person.$region': 'region',
      'person.$country_code': 'country',
    },
    // A device has no profile.
    identity: [['properties.$user_id']],
    setting: 'project_token',
    ownRequest: {
      request: (events, { project_token = '', region }) => ({
        method: 'POST',
        // Without `ip=0`, the city would become that of Sluice.
        url: `https://api${region ? `-${region}` : ''}.mixpanel.com/engage?strict=1&ip=0`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(events.map((event) => mixpanelProfile(event, project_token))),
        timeout: 30_000,
      }),
      classify: classifyMixpanelProfiles,
    },
  },
  merges: {
    docs: 'https://docs.mixpanel.com/reference/create-identity',
    fields: ['merge'],
    linkage: { 'merge.$anon_id': withAll(['user_id'], 'anonymous_id') },
    identity: [['properties.$user_id']],
    setting: 'id_merge',
  },
  time: { maxAge: Infinity, maxFuture: 3600 },
  dedup: 'properties.$insert_id',
  identity: [['properties.distinct_id']],
  test: null,
  batch: {
    maxItems: 2000,
    maxBytes: 9_500_000,
    atomic: false,
    countOf: ({ fields: { merge } }) => (merge ? 2 : 1),
    key: ({ fields: { person } }) => (person ? 'profiles' : ''),
  },
  request: (events, { project_id, service_account, service_account_secret, project_token, region }) => ({
    method: 'POST',
    url: `https://api${region ? `-${region}` : ''}.mixpanel.com/import?strict=1&project_id=${project_id}`,
    headers: {
      authorization: basic(service_account, service_account_secret),
      'content-type': 'application/json',
    },
    body: JSON.stringify(
      events.flatMap((event) => [
        ...mixpanelMerge(event, project_token, (id) => insertIdOf(`identify-${id}`)),
        eventOf(event),
      ]),
    ),
    timeout: 30_000,
  }),
  classify,
  erase: {
    docs: 'https://docs.mixpanel.com/reference/gdpr-api',
    settings: ['project_token', 'gdpr_token'],
    supports: (field) => field === 'user_id' || field === 'anonymous_id',
    request: ({ field, value }, { project_token = '', gdpr_token = '', region }) => ({
      method: 'POST',
      url: `https://${region ? `${region}.` : ''}mixpanel.com/api/app/data-deletions/v3.0/?token=${project_token}`,
      headers: { authorization: `Bearer ${gdpr_token}`, 'content-type': 'application/json' },
      // Mixpanel puts `$device:` before the id of a device that no user has.
      // https://docs.mixpanel.com/docs/tracking-methods/id-management/identifying-users-simplified
      body: JSON.stringify({
        distinct_ids: field === 'user_id' ? [value] : [value, `$device:${value}`],
        compliance_type: 'GDPR',
      }),
      timeout: 10_000,
    }),
  },
})
