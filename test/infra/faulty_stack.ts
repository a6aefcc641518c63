/** Settings: an invalid stack, and the lines that report it. */
import * as actions from '../../schemas/actions/index.ts'
import * as syncs from '../../schemas/syncs/index.ts'

function namesOf(declared: Readonly<Record<string, { name: string }>>): string {
  return Object.values(declared)
    .map(({ name }) => name)
    .join(', ')
}

/** Names of the shipped syncs and actions, as an error lists them. */
export const syncNames = namesOf(syncs)
export const actionNames = namesOf(actions)

const secret = 'whsec_bm90IGEgcmVhbCBzZWNyZXQgYXQgYWxs'

export function rule(when: string, id = 'paid') {
  return { id, effect: 'permit', when }
}

export const crm = {
  target: 'webhook',
  settings: { url: 'https://crm.example/events' },
  secrets: { secret },
  rules: [rule('true')],
}

export const ga4 = {
  target: 'ga4',
  settings: { measurement_id: 'G-ABC123' },
  secrets: { api_secret: 'not a real one' },
  rules: [rule('true')],
}

/** Settings by key, without their prefix. */
export type Settings = Readonly<Record<string, unknown>>

/** Returns the settings as Pulumi passes them to a program. */
export function configOf(settings: Settings): Record<string, string> {
  return {
    'gcp:project': 'acme-events',
    ...Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [
        `sluice:${key}`,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  }
}

/** One stack with a problem of each kind, also several at one path. */
export const many: Settings = {
  region: 'Europe',
  messageRetention: 32,
  destinations: {
    crm: {
      ...crm,
      settings: { url: 7, metod: 'PUT' },
      rules: [
        rule("event.usr_id == 'a' && event.contry == 'DE'", 'first'),
        { id: 'second', effect: 'allow', when: 'event.event_nam == 1' },
        rule('lower(event.user_id)', 'third'),
      ],
      linkage: { purchase: { total: 'vlaue', coupon: { form: 'coupon' } } },
    },
    CRM: crm,
    analytics: { ...ga4, target: 'ga5', linkage: { '*': { any: 'emial' } } },
    nothing: null,
  },
  actions: {
    big_purchas: { destination: 'crm', state: 'live' },
    cart_left: { destination: 'crm', state: 'on' },
  },
}

/** The lines that report its problems. */
export const manyLines: readonly string[] = [
  'sluice:region has the wrong form, got "Europe". Expected: a Cloud Run region, for example "europe-west1"',
  'sluice:messageRetention must be <= 31, got 32. Expected: retention of messages by topics in days, 0 for none, for example 7',
  'sluice:destinations.crm.rules.1.effect must be "permit" or "restrict", got string',
  'sluice:destinations.nothing must be object, got null. Expected: for example {"target":"webhook","rules":[]}',
  'sluice:destinations.CRM is unknown. Expected: a name that matches ^[a-z][a-z0-9_]{1,30}$',
  'sluice:actions.cart_left.state must be equal to one of the allowed values, got "on". Expected: draft, shadow, live, paused, for example "shadow"',
  `sluice:actions.big_purchas is not in schemas/actions. Expected: ${actionNames}. Did you mean big_purchase?`,
  'sluice:destinations.crm.settings.url must be string, got number. Expected: Where events are sent., for example "https://hooks.example.com/sluice"',
  'sluice:destinations.crm.settings.metod is unknown. Expected: url, method, headers, allow_insecure. Did you mean method?',
  'sluice:destinations.crm.rules.0.when: rule "first", line 1, column 7: event.usr_id: no such field; did you mean event.user_id?',
  'sluice:destinations.crm.rules.0.when: rule "first", line 1, column 30: event.contry: no such field; did you mean event.country?',
  'sluice:destinations.crm.rules.1.when: rule "second", line 1, column 7: event.event_nam: no such field; did you mean event.event_name?',
  'sluice:destinations.crm.rules.2.when: rule "third", line 1, column 1: no such function "lower"; expected one of bool, bytes, double, duration, dyn, has, int, size, string, timestamp, type, uint',
  'sluice:destinations.crm.linkage.purchase.total: Unknown source "vlaue"; did you mean "value"?',
  'sluice:destinations.crm.linkage.purchase.coupon: Unknown key "form" in a source; did you mean "from"?',
  'sluice:destinations.analytics.target is not a target. Expected: amplitude, attentive, braze, braze_audience, customerio, customerio_segment, ga4, google_customer_match, google_data_manager, hubspot, hubspot_list, iterable, iterable_list, klaviyo, klaviyo_list, linkedin, linkedin_audience, meta, meta_audience, microsoft, microsoft_audience, mixpanel, pinterest, pinterest_audience, pubsub, reddit, reddit_audience, segment, slack, snapchat, snapchat_audience, tiktok, tiktok_audience, webhook, x. Did you mean ga4?',
  'sluice:destinations.analytics.linkage.*.any: Unknown source "emial"; did you mean "email"?',
]
