/** Delivery: the request of a preview is what the target sends, but for its secrets, by every example of every target. */
import assert from 'node:assert/strict'
import { createRequestPreview } from '../../functions/delivery/request_preview.ts'
import { compilePreparation, isOutcome } from '../../functions/linkage/prepare.ts'
import * as targets from '../../functions/targets/index.ts'
import { secretSettings, type Target } from '../../functions/targets/target.ts'
import type { Link } from '../../schemas/link.ts'
import type { Example, TargetCases } from '../targets/case.ts'
import { settingsFor, stored } from '../targets/run.ts'

async function examplesOf(name: string): Promise<readonly Example[]> {
  const module = (await import(`../targets/${name}.ts`)) as Readonly<Record<string, TargetCases>>
  return module[name]!.examples
}

const secret = 'whsec_c2x1aWNlLXByZXZpZXctc2VjcmV0LXRoYXQtbXVzdC1ub3Qtc2hvdw=='
const authorization = 'Bearer own-token-of-the-function'

/** The preview and the real request of an example's first event; undefined if it is not sent. */
function both(target: Target, example: Example) {
  const now = new Date(example.now)
  const settings = settingsFor(target, example.settings)
  const prepare = compilePreparation(
    example.linkage ? { linkage: example.linkage as Readonly<Record<string, Link>> } : {},
    target,
    settings,
  )
  const prepared = prepare(stored(example.events[0]!, 0, example), now)
  if (isOutcome(prepared)) return undefined
  const secrets = Object.fromEntries(
    secretSettings(target)
      .filter((name) => settings[name] !== undefined)
      .map((name) => [name, secret]),
  )
  const real = (values: object) =>
    target.request([prepared], { ...settings, ...values }, { now, authorization })
  // Secrets among the plain settings are a mistake that must not show them.
  const preview = createRequestPreview({ settings: { ...settings, ...secrets } }, target)
  return { preview: preview(prepared, now), real: real(secrets) }
}

describe('the request of a preview', () => {
  for (const target of Object.values(targets))
    it(`of ${target.name} is the real one, with placeholders in the place of secrets`, async () => {
      for (const example of (await examplesOf(target.name)).filter(
        ({ sends }) => !(sends instanceof RegExp),
      )) {
        const result = both(target, example)
        if (!result) continue
        const { preview, real } = result
        const shown = JSON.stringify(preview)
        const forms = [secret, encodeURIComponent(secret), authorization]
        for (const form of forms) assert.ok(!shown.includes(form), `${example.title}: ${form}`)
        assert.equal(preview.method, real.method)
        for (const [name, value] of Object.entries(preview.headers))
          if (!value.includes('‹') && value !== '…') assert.equal(value, real.headers[name], example.title)
        // A header may be missing only if it is made of an optional secret.
        const missing = Object.keys(real.headers).filter((name) => !(name in preview.headers))
        assert.ok(missing.length === 0 || preview.optional_secrets, `${example.title}: ${missing.join(', ')}`)
        if (!preview.body.includes('‹')) assert.equal(preview.body, real.body.toString(), example.title)
      }
    })

  const only = (target: Target, settings: Readonly<Record<string, unknown>>) =>
    createRequestPreview({ settings }, target)(
      {
        id: 'e-1',
        name: 'purchase',
        fields: { text: 'x', messageId: 'e-1', type: 'track' },
        text: '{"event_id":"e-1"}',
      },
      new Date('2026-03-14T09:00:00Z'),
    )

  it('has no signature, no key of a URL and no value of a configured header', () => {
    const preview = only(targets.webhook, {
      url: 'https://crm.example/events?key=key-in-the-url',
      headers: { 'x-api-key': 'key-in-a-header' },
    })
    assert.deepEqual(preview, {
      method: 'POST',
      url: 'https://crm.example/events?…',
      headers: {
        'x-api-key': '…',
        'content-type': 'application/json',
        'user-agent': 'Sluice-Webhook/1',
        'webhook-id': 'e-1',
        'webhook-timestamp': '1773478800',
        'webhook-signature': '‹made of secret›',
      },
      body: '{"event_id":"e-1"}',
      optional_secrets: ['previous_secret', 'authorization'],
    })
  })

  it('names the secret in a URL, in a token and in Basic credentials', () => {
    assert.equal(only(targets.slack, {}).url, '‹webhook_url›')
    const { authorization: token } = only(targets.meta, { dataset_id: '1' }).headers
    assert.equal(token, 'Bearer ‹access_token›')
    // https://www.rfc-editor.org/rfc/rfc7617: the credentials are base64, so that a placeholder would not be seen in them.
    const { authorization: basic } = only(targets.segment, {}).headers
    assert.equal(basic, 'Basic ‹made of write_key›')
    const { authorization: google } = only(targets.pubsub, { topic: 'projects/p/topics/t' }).headers
    assert.equal(google, 'Bearer ‹token of forward›')
  })
})
