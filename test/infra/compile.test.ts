/** Settings: finds everything that would stop a function at startup, with a line for each problem: path, expectation and did-you-mean. */
import assert from 'node:assert/strict'
import { stackProblems } from '../../infra/settings/problems.ts'
import { compileDecisions, type DecisionDestination } from '../../functions/decision/decide.ts'
import { stackWarnings } from '../../infra/settings/warnings.ts'
import { readEncryptedConfig } from '../../local/pulumi/settings.ts'
import {
  actionNames,
  configOf,
  crm,
  ga4,
  many,
  manyLines,
  rule,
  syncNames,
  type Settings,
} from './faulty_stack.ts'

function withCrm(changes: object): Settings {
  return { destinations: { crm: { ...crm, ...changes } } }
}

function withRule(when: string): Settings {
  return withCrm({ rules: [rule('true', 'all'), rule(when)] })
}

/** Problem → its settings and line. */
const faults: Readonly<Record<string, readonly [Settings, string]>> = {
  'a rule over a misspelled field': [
    withRule('event.event_nam == 1'),
    'sluice:destinations.crm.rules.1.when: rule "paid", line 1, column 7: event.event_nam: no such field; did you mean event.event_name?',
  ],
  'a rule over a misspelled field of the event type': [
    withRule("event.event_name == 'purchase' &&\n  event.event_data.valeu > 3"),
    'sluice:destinations.crm.rules.1.when: rule "paid", line 2, column 20: event.event_data.valeu: no such field; did you mean event.event_data.value?',
  ],
  'a rule over a misspelled field of the destination': [
    withRule("destination.traget == 'webhook'"),
    'sluice:destinations.crm.rules.1.when: rule "paid", line 1, column 13: destination.traget: no such field; did you mean destination.target?',
  ],
  'a rule with an unknown function': [
    withRule("event.event_name.startWith('p')"),
    'sluice:destinations.crm.rules.1.when: rule "paid", line 1, column 1: no such function "startWith"; did you mean startsWith?',
  ],
  'a rule that compares two types': [
    withRule('event.event_name == 1'),
    'sluice:destinations.crm.rules.1.when: rule "paid", line 1, column 1: no such operation: string == int; expected the same type on both sides',
  ],
  'a rule that is not a condition': [
    withRule('event.event_name'),
    'sluice:destinations.crm.rules.1.when: rule "paid", line 1, column 1: the result type is string; expected bool',
  ],
  'a rule that is not CEL': [
    withRule("event.event_name = 'purchase'"),
    'sluice:destinations.crm.rules.1.when: rule "paid", line 1, column 18: unexpected =; did you mean ==?',
  ],
  'a link from a misspelled source': [
    withCrm({ linkage: { purchase: { total: 'vlaue' } } }),
    'sluice:destinations.crm.linkage.purchase.total: Unknown source "vlaue"; did you mean "value"?',
  ],
  'a link to a misspelled target field': [
    { destinations: { analytics: { ...ga4, linkage: { '*': { client_ids: 'ga_client_id' } } } } },
    'sluice:destinations.analytics.linkage.*.client_ids: Unknown target field "client_ids"; did you mean "client_id"?',
  ],
  'a link of an unknown form': [
    withCrm({ linkage: { purchase: { total: { form: 'value' } } } }),
    'sluice:destinations.crm.linkage.purchase.total: Unknown key "form" in a source; did you mean "from"?',
  ],
  'a link for a misspelled event type': [
    withCrm({ linkage: { purchse: { total: 'value' } } }),
    'sluice:destinations.crm.linkage.purchse: Unknown event type "purchse"; did you mean "purchase"?',
  ],
  'a link that removes a field that the target requires': [
    { destinations: { analytics: { ...ga4, linkage: { '*': { 'event.name': null } } } } },
    'sluice:destinations.analytics.linkage.add_payment_info.event.name: The target requires the field "event.name", but the link does not fill it.',
  ],
  'an unknown target': [
    { destinations: { analytics: { ...ga4, target: 'g4' } } },
    'sluice:destinations.analytics.target is not a target. Expected: amplitude, attentive, braze, braze_audience, customerio, customerio_segment, ga4, google_customer_match, google_data_manager, hubspot, hubspot_list, iterable, iterable_list, klaviyo, klaviyo_list, linkedin, linkedin_audience, meta, meta_audience, microsoft, microsoft_audience, mixpanel, pinterest, pinterest_audience, pubsub, reddit, reddit_audience, segment, slack, snapchat, snapchat_audience, tiktok, tiktok_audience, webhook, x. Did you mean ga4?',
  ],
  'an unknown setting': [
    withCrm({ settings: { ...crm.settings, metod: 'PUT' } }),
    'sluice:destinations.crm.settings.metod is unknown. Expected: url, method, headers, allow_insecure. Did you mean method?',
  ],
  'a misspelled setting that is required': [
    withCrm({ settings: { ulr: 'https://crm.example/events' } }),
    'sluice:destinations.crm.settings.ulr is unknown. Expected: url, method, headers, allow_insecure. Did you mean url?',
  ],
  'a setting that is missing': [
    withCrm({ settings: {} }),
    'sluice:destinations.crm.settings must have url, got object. Expected: settings of the target webhook: url, method, headers, allow_insecure',
  ],
  'a secret that is missing': [
    withCrm({ secrets: undefined }),
    'sluice:destinations.crm.secrets must have secret, got object. Expected: secret settings, each set with `pulumi config set --secret`, of the target webhook: secret, previous_secret, authorization',
  ],
  'a sync that is not declared': [
    { destinations: { crm }, syncs: { customer_profile: { destination: 'crm' } } },
    `sluice:syncs.customer_profile is not in schemas/syncs. Expected: ${syncNames}. Did you mean customer_profiles?`,
  ],
  'an action that is not declared': [
    { destinations: { crm }, actions: { big_purchas: { destination: 'crm', state: 'live' } } },
    `sluice:actions.big_purchas is not in schemas/actions. Expected: ${actionNames}. Did you mean big_purchase?`,
  ],
  'an action to an unknown destination': [
    { destinations: { crm }, actions: { big_purchase: { destination: 'crmm', state: 'live' } } },
    'sluice:actions.big_purchase.destination must be one of sluice:destinations: crm, got "crmm". Did you mean crm?',
  ],
  'a secret of a webhook that can be guessed': [
    { webhooks: { shop: { signedUrl: true, secret: 'hush' } } },
    'sluice:webhooks.shop.secret must be 16 characters or more',
  ],
  'a secret of a Standard Webhook that is not one': [
    { webhooks: { shop: { signature: { scheme: 'standard_webhooks' }, secret: 'a secret of any form' } } },
    'sluice:webhooks.shop.secret must be whsec_ and 24 to 64 bytes as base64',
  ],
}

describe('a stack with invalid settings', () => {
  for (const [fault, [settings, line]] of Object.entries(faults))
    it(`is reported in one line: ${fault}`, () => assert.deepEqual(stackProblems(configOf(settings)), [line]))

  it('is reported with all its problems at once', () => {
    assert.deepEqual(stackProblems(configOf(many)), manyLines)
  })

  it('is reported whatever the values, without an exception', async () => {
    const { config } = await readEncryptedConfig('Pulumi.example.yaml')
    assert.deepEqual(stackProblems(config), [])
    let refused = 0
    for (const [key, text] of Object.entries(config)) {
      const value: unknown = /^[[{]/.test(text) ? JSON.parse(text) : text
      for (const [place, changed] of replacements(value, key)) {
        const changedText = typeof changed === 'string' ? changed : JSON.stringify(changed)
        const lines = stackProblems({ ...config, [key]: changedText })
        for (const line of lines) assert.match(line, /^(gcp|sluice):\S/, place)
        for (const line of lines) assert.doesNotMatch(line, /\n|undefined/, place)
        if (lines.length > 0) refused++
      }
    }
    assert.ok(refused > 300, String(refused))
  })

  it('permits the purchase of an anonymous person by the rules of the example', async () => {
    const { config } = await readEncryptedConfig('Pulumi.example.yaml')
    assert.deepEqual(stackWarnings(config), [])
    const { webhook_crm: crm } = JSON.parse(config['sluice:destinations'] ?? '') as Record<
      string,
      Pick<DecisionDestination, 'rules'>
    >
    const decide = compileDecisions([{ id: 'crm', target: 'webhook', purpose: 'generic', rules: crm!.rules }])
    const event = { event_name: 'purchase', event_data: { transaction_id: 'T-1', value: 5, currency: 'EUR' } }
    assert.equal(decide(event)[0]?.reason, 'permitted')
    assert.equal(decide({ ...event, user_id: 'test' })[0]?.reason, 'Test users are not forwarded.')
  })
})

/** Returns variants of a value, in each of which one part is replaced or its name misspelled; with the path of that part. */
function* replacements(value: unknown, place: string): Generator<readonly [string, unknown]> {
  for (const other of [null, 7, 'no such thing', [{}]]) yield [place, other]
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value as Record<string, unknown>)) {
    if (!Array.isArray(value)) yield [`${place}.${name}`, { ...value, [name]: undefined, [`${name}e`]: part }]
    for (const [inner, changed] of replacements(part, `${place}.${name}`))
      yield [inner, Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed }]
  }
}
