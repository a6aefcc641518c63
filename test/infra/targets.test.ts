/** Destinations: checks them against their targets; no error shows a value. */
import assert from 'node:assert/strict'
import * as targets from '../../functions/targets/index.ts'
import { stack } from './stack.ts'

const secret = 'whsec_bGVha2VkIHZhbHVl'
const settings = { url: 'https://crm.example/events' }

function given(target: string, changes: object) {
  return {
    'sluice:destinations': JSON.stringify({ crm: { target, rules: [], ...changes } }),
  }
}

/** Destination → the error. */
const refused: readonly (readonly [string, object, string])[] = [
  [
    'webhok',
    { settings, secrets: { secret } },
    `sluice:destinations.crm.target is not a target. Expected: ${Object.keys(targets).toSorted().join(', ')}. Did you mean webhook?`,
  ],
  [
    'toString',
    {},
    `sluice:destinations.crm.target is not a target. Expected: ${Object.keys(targets).toSorted().join(', ')}`,
  ],
  [
    'webhook',
    { settings },
    'sluice:destinations.crm.secrets must have secret, got object. Expected: secret settings, each set with `pulumi config set --secret`, of the target webhook: secret, previous_secret, authorization',
  ],
  [
    'webhook',
    { secrets: { secret } },
    'sluice:destinations.crm.settings must have url, got object. Expected: settings of the target webhook: url, method, headers, allow_insecure',
  ],
  [
    'webhook',
    { settings: { ...settings, secret } },
    "sluice:destinations.crm.settings.secret is a secret of the target webhook and must not be set there. Remove it and run: pulumi config set --secret --path 'sluice:destinations.crm.secrets.secret' …",
  ],
  [
    'webhook',
    { secrets: { secret, url: settings.url } },
    'sluice:destinations.crm.secrets.url is not a secret of the target webhook. Set sluice:destinations.crm.settings.url instead',
  ],
  [
    'webhook',
    { settings: { ...settings, metod: 'PUT' }, secrets: { secret } },
    'sluice:destinations.crm.settings.metod is unknown. Expected: url, method, headers, allow_insecure. Did you mean method?',
  ],
  [
    'webhook',
    { settings, secrets: { secret, previous_secet: secret } },
    'sluice:destinations.crm.secrets.previous_secet is unknown. Expected: secret, previous_secret, authorization. Did you mean previous_secret?',
  ],
  [
    'webhook',
    { settings: { url: `ftp://${secret}` }, secrets: { secret } },
    'sluice:destinations.crm.settings.url has the wrong form, got string. Expected: Where events are sent., for example "https://hooks.example.com/sluice"',
  ],
  [
    'ga4',
    { secrets: { api_secret: secret } },
    'sluice:destinations.crm.settings must have measurement_id or firebase_app_id',
  ],
]

describe('destinations', () => {
  for (const [target, changes, sentence] of refused) {
    it(`are rejected: ${sentence}`, async () => {
      await assert.rejects(stack(given(target, changes)), (error: Error) => {
        assert.equal(error.message, sentence)
        assert.ok(!error.stack?.includes(secret))
        return true
      })
    })
  }

  it('that exceed an environment variable are rejected with their sizes', async () => {
    const linkage = {
      '*': Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`field_${n}`, 'value'])),
    }
    const crm = { target: 'webhook', settings, secrets: { secret }, rules: [] }
    const destinations = { small: crm, first: { ...crm, linkage }, second: { ...crm, linkage } }
    const more = { third: { ...crm, linkage }, fourth: { ...crm, linkage }, fifth: { ...crm, linkage } }
    await stack({ 'sluice:destinations': JSON.stringify(destinations) })
    await assert.rejects(
      stack({ 'sluice:destinations': JSON.stringify({ ...destinations, ...more }) }),
      /^SettingsError: sluice:destinations are \d{5} bytes as JSON without secrets, but an environment variable of Cloud Run holds at most 31744\. The largest are second \(\d+\), fourth \(\d+\), first \(\d+\)\. Move/,
    )
  })

  it('are limited by the attributes of a message', async () => {
    const crm = { target: 'slack', secrets: { webhook_url: secret }, rules: [] }
    const many = Object.fromEntries(Array.from({ length: 89 }, (_, n) => [`slack_${n}`, crm]))
    await assert.rejects(
      stack({ 'sluice:destinations': JSON.stringify(many) }),
      /sluice:destinations must not have more than 84/,
    )
  })
})
