/** Settings: checks that an error names the setting and the expectation, and never shows a secret. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { readStackConfig } from '../../local/pulumi/settings.ts'
import { PlainSettings } from '../../infra/settings/schema.ts'
import { stack } from './stack.ts'

const secret = 'whsec_c2VjcmV0LW9mLXRoZS1zZXR0aW5ncy10ZXN0'
const settings = { url: 'https://crm.example/events' }
const webhook = { target: 'webhook', rules: [], settings, secrets: { secret } }

function destination(changes: object, id = 'crm') {
  return {
    'sluice:destinations': JSON.stringify({ [id]: { ...webhook, ...changes } }),
  }
}

/** Settings → the error. */
const refused: readonly (readonly [Record<string, string>, string])[] = [
  [
    { 'gcp:project': 'Acme Events' },
    'gcp:project must be the id of a Google Cloud project, for example "acme-events-prod", got "Acme Events"',
  ],
  [
    { 'sluice:region': 'Europe' },
    'sluice:region has the wrong form, got "Europe". Expected: a Cloud Run region, for example "europe-west1"',
  ],
  [
    { 'sluice:protectData': 'yes' },
    'sluice:protectData must be boolean, got "yes". Expected: true or false, for example true',
  ],
  [
    { 'sluice:protectDate': 'true' },
    `sluice:protectDate is unknown. Expected: ${Object.keys(PlainSettings.properties).join(', ')}. Did you mean protectData?`,
  ],
  [
    { 'sluice:producers': '["allUsers"]' },
    'sluice:producers.0 has the wrong form, got "allUsers". Expected: an IAM member, for example "group:analysts@acme.example"',
  ],
  [
    { 'sluice:consentDefaults': '{"usa":{"ad_storage":"granted"}}' },
    'sluice:consentDefaults.usa is unknown. Expected: a name that matches ^(\\*|[A-Z]{2}(-[A-Z0-9]{1,3})?)$',
  ],
  [
    { 'sluice:consentDefaults': '{"DE":{"ad_storge":"granted"}}' },
    'sluice:consentDefaults.DE.ad_storge is unknown. Expected: ad_storage, ad_user_data, ad_personalization, analytics_storage. Did you mean ad_storage?',
  ],
  [
    { 'sluice:delivery': '{"maxAttempts":3}' },
    'sluice:delivery.maxAttempts must be >= 5, got 3. Expected: attempts until a message becomes a dead letter, 5 to 100, for example 100',
  ],
  [
    { 'sluice:delivery': '{"minimumBackoff":"10m"}' },
    'sluice:delivery.minimumBackoff has the wrong form, got "10m". Expected: a delay between two attempts, 0s to 600s, for example "10s"',
  ],
  [
    { 'sluice:delivery': '{"minimumBackoff":"20s","maximumBackoff":"5s"}' },
    'sluice:delivery.minimumBackoff must not be longer than maximumBackoff, got 20s and 5s',
  ],
  [{ 'sluice:instances': '{"min":30}' }, 'sluice:instances.min must not be greater than max, got 30 and 20'],
  [
    destination({}, 'CRM'),
    'sluice:destinations.CRM is unknown. Expected: a name that matches ^[a-z][a-z0-9_]{1,30}$',
  ],
  [
    destination({ rules: [{ id: 'permit_all', effect: 'allow', when: 'true' }] }),
    'sluice:destinations.crm.rules.0.effect must be "permit" or "restrict", got string',
  ],
  [
    destination({ linkage: { purchase: { total: { form: 'value' } } } }),
    'sluice:destinations.crm.linkage.purchase.total: Unknown key "form" in a source; did you mean "from"?',
  ],
  [
    destination({ secret }),
    'sluice:destinations.crm.secret is unknown. Expected: target, settings, rules, consent, requests_per_second, ordered, linkage, paused, drain, secrets. Did you mean secrets?',
  ],
  [
    destination({ ordered: true }),
    'sluice:destinations.crm.ordered needs sluice:ordering with a time `from` and without `until`: events are delivered in the order in which they are stored',
  ],
  [
    { 'sluice:ordering': JSON.stringify({ from: 'tomorrow' }) },
    'sluice:ordering.from has the wrong form, got "tomorrow". Expected: the time (UTC) from which events are stored in the order of their keys, after the update ends, for example "2026-03-14T10:00:00Z"',
  ],
  [
    {
      'sluice:ordering': JSON.stringify({
        from: '2026-03-14T10:00:00Z',
        until: '2026-03-14T09:00:00Z',
        drained: true,
      }),
    },
    [
      'sluice:ordering.until must be later than from, got 2026-03-14T09:00:00Z and 2026-03-14T10:00:00Z',
      'sluice:ordering.until needs the plain store subscriptions: remove sluice:ordering.drained first',
    ].join('\n'),
  ],
  [
    destination({ secrets: secret }),
    'sluice:destinations.crm.secrets must be object, got string. Expected: secret settings of the target by name, each set with `pulumi config set --secret`, for example {"secret":"…"}',
  ],
  [
    {
      'sluice:destinations': JSON.stringify({
        crm: { ...webhook, secrets: { secret, eu_secret: secret } },
        crm_eu: webhook,
      }),
    },
    [
      'sluice:destinations.crm_eu.secrets.secret and sluice:destinations.crm.secrets.eu_secret would share the variable SECRET_CRM_EU_SECRET; rename one destination',
      'sluice:destinations.crm.secrets.eu_secret is unknown. Expected: secret, previous_secret, authorization',
    ].join('\n'),
  ],
]

describe('settings', () => {
  for (const [settings, sentence] of refused) {
    it(`are rejected: ${sentence}`, async () => {
      await assert.rejects(stack(settings), (error: Error) => {
        assert.equal(error.message, sentence)
        assert.ok(!error.stack?.includes(secret))
        return true
      })
    })
  }

  it('need nothing but a project', async () => {
    const graph = await stack({
      'sluice:producers': undefined,
      'sluice:analysts': undefined,
      'sluice:destinations': undefined,
    })
    assert.equal(graph.outputs['baseUrl'], 'https://ingest-abc123-ew.a.run.app')
  })

  it('of the example have every key, each explained, and are accepted', async () => {
    const { config } = await readStackConfig('Pulumi.example.yaml')
    const lines = (await readFile('Pulumi.example.yaml', 'utf8')).split('\n')
    // A key that conflicts with the others is there as a comment.
    assert.deepEqual(
      lines.flatMap((line) => /^ {2}(?:# )?(\w+:\w+):/.exec(line)?.[1] ?? []),
      ['gcp:project', ...Object.keys(PlainSettings.properties).map((key) => `sluice:${key}`)],
    )
    const unexplained = lines.filter(
      (line, index) => /^ {2}\w+:\w+:/.test(line) && !/^ {2}# /.test(lines[index - 1] ?? ''),
    )
    assert.deepEqual(unexplained, [])
    // Pulumi passes encrypted values to the program decrypted.
    const decrypted = Object.entries(config).map(([key, text]) => [
      key,
      text.replaceAll(/\{"secure":"[^"]*"\}/g, JSON.stringify(secret)),
    ])
    await stack(Object.fromEntries(decrypted) as Record<string, string>)
  })

  it('of the local stack are accepted once the third party’s address is known', async () => {
    const { config, secretKeys } = await readStackConfig('Pulumi.local.yaml', {
      thirdPartyUrl: 'http://127.0.0.1:8085',
    })
    assert.deepEqual(secretKeys, ['sluice:destinations'])
    const { resources } = await stack({
      'sluice:producers': undefined,
      'sluice:analysts': undefined,
      ...config,
    })
    const store = resources.find(({ type, name }) => type.endsWith(':Function') && name === 'store')
    assert.ok(store)
    const { environmentVariables } = store.inputs['serviceConfig'] as {
      environmentVariables: Record<string, string>
    }
    assert.deepEqual(JSON.parse(environmentVariables['DESTINATIONS'] ?? ''), [
      {
        id: 'webhook',
        target: 'webhook',
        settings: { url: 'http://127.0.0.1:8085/webhook', allow_insecure: true },
        rules: [{ id: 'permit_all', effect: 'permit', when: 'true' }],
      },
    ])
    assert.equal(environmentVariables['GOOGLE_CLOUD_PROJECT'], 'sluice-local')
  })

  it('of the local stack name a variable without a value', async () => {
    await assert.rejects(
      readStackConfig('Pulumi.local.yaml', { recorderUrl: 'http://127.0.0.1:8085' }),
      /Pulumi\.local\.yaml: sluice:destinations\.webhook\.settings\.url: unknown variable \$\{thirdPartyUrl\}\. Expected: recorderUrl/,
    )
  })
})
