/** Attacks on answers: third parties repeat what they were sent, in every form. No outcome contains a secret or personal data, and
 * messages that repeat nothing stay readable. */
import assert from 'node:assert/strict'
import { createRequestSender } from '../../functions/delivery/send_request.ts'
import { createRateLimiter } from '../../functions/delivery/rate_limiter.ts'
import { targetOf } from '../../functions/targets/registry.ts'
import { respond, thirdParty } from '../delivery/fake_third_party.ts'
import { answered } from '../targets/answers.ts'
import {
  canarySecrets,
  eventData,
  forms,
  fragmentsIn,
  keyLines,
  messages,
  person,
  serviceAccountKey,
  signingSecret,
  traces,
} from './answers/canary.ts'
import { answeredBy, subjects } from './answers/sent.ts'
import { vendorErrors } from './answers/vendor_errors.ts'

const statuses = [200, 400, 401, 403, 422, 429, 500]

/** Sends one event to a webhook with this authorization header, which answers with this text. */
async function detailOf(authorization: string, text: string, fields = {}): Promise<string> {
  const settings = { url: 'https://hooks.example.com/in', secret: signingSecret, authorization }
  const { ports } = thirdParty(() => respond(400, {}, text))
  const send = createRequestSender(targetOf('webhook'), settings, ports, createRateLimiter(undefined))
  const event = { id: 'e-1', name: 'login', fields, text: JSON.stringify(fields) }
  const [result] = await send([event])
  return result?.outcome.detail ?? ''
}

describe('an answer that repeats a secret', () => {
  for (const [title, write] of forms)
    it(`${title} is recorded without it`, async () => {
      for (const secret of canarySecrets)
        for (const message of messages)
          for (const authorization of [secret, `Bearer ${secret}`, `Token token="${secret}"`]) {
            const text = message(write(secret))
            const detail = await detailOf(authorization, text)
            assert.deepEqual(fragmentsIn(detail, secret), [], `${detail}\nof ${text}`)
          }
    })

  it('of Basic authentication is recorded without user and password, whole and in parts', async () => {
    const header = `Basic ${Buffer.from('canaryuser88:Tr0ub4dor&3xyz').toString('base64')}`
    for (const echo of [
      header,
      header.slice(6),
      'canaryuser88',
      'Tr0ub4dor&3xyz',
      'user canaryuser88 is locked',
    ])
      for (const [, write] of forms) {
        const detail = await detailOf(header, `Login failed for ${write(echo)}`)
        for (const secret of ['canaryuser88', 'Tr0ub4dor&3xyz', header.slice(6)])
          assert.deepEqual(fragmentsIn(detail, secret), [], `${detail}\nof ${write(echo)}`)
      }
  })

  it('of a signing key is recorded without it, its prefix aside and as bytes', async () => {
    const key = signingSecret.slice('whsec_'.length)
    const bytes = Buffer.from(key, 'base64')
    for (const echo of [
      signingSecret,
      key,
      bytes.toString(),
      bytes.toString('hex'),
      key.replace(/=+$/, ''),
    ]) {
      const detail = await detailOf('x-unused-authorization', `The key ${echo} is wrong`)
      assert.equal(detail, 'The key … is wrong')
    }
  })

  it('of a key file is recorded without any of its lines', async () => {
    const key = JSON.parse(serviceAccountKey) as { private_key: string; private_key_id: string }
    const echoes = [serviceAccountKey, key.private_key, ...keyLines, key.private_key_id]
    for (const echo of echoes)
      for (const [title, write] of forms) {
        const detail = await detailOf(serviceAccountKey, `Invalid key: ${write(echo)}`)
        for (const line of [...keyLines, key.private_key_id])
          assert.deepEqual(fragmentsIn(detail, line), [], `${title}: ${detail}`)
      }
  })

  it('that is cut anywhere is recorded without the rest of it', async () => {
    const [secret] = canarySecrets
    for (let length = 1970; length < 2010; length++)
      for (const filler of ['no ', 'x']) {
        const before = filler.repeat(2000).slice(0, length)
        const detail = await detailOf(`Bearer ${secret!}`, `${before} ${secret!}`)
        assert.deepEqual(fragmentsIn(detail, secret!, 5), [], detail.slice(-40))
      }
    for (let length = 900; length < 1005; length++) {
      const detail = await detailOf(`Bearer ${secret!}`, `${'a '.repeat(500).slice(0, length)}${secret!}`)
      assert.deepEqual(fragmentsIn(detail, secret!, 5), [], detail.slice(-40))
    }
  })
})

describe('an answer that repeats personal data', () => {
  for (const [title, write] of forms)
    it(`${title} is recorded without it`, async () => {
      const fields = { ...person, event_data: eventData }
      for (const value of [...Object.values(person), ...Object.values(eventData).map(textOf)])
        for (const message of messages) {
          const detail = await detailOf('Bearer unused-secret-0001', message(write(value)), fields)
          for (const trace of traces) assert.doesNotMatch(detail, trace, `of ${write(value)}`)
        }
    })
})

describe('an answer that repeats the request', () => {
  for (const secret of canarySecrets.slice(0, 3))
    it(`is recorded without secrets, signatures and personal data, for every target (${secret.slice(0, 4)}…)`, async () => {
      let count = 0
      for (const subject of await subjects(secret))
        for (const [title, write] of forms.slice(0, 17))
          for (const part of ['body', 'headers', 'url'] as const) {
            const status = statuses[count++ % statuses.length]!
            const { outcomes, requests } = await answeredBy(subject, (request) =>
              answered(status, messages[count % 4]!(write(textOf(request[part])))),
            )
            const told = outcomes.map(({ detail = '' }) => detail).join('\n')
            const at = `${subject.target.name}, ${title}, ${part}: ${told}`
            for (const each of subject.secrets) assert.deepEqual(fragmentsIn(told, each), [], at)
            for (const { headers } of requests)
              for (const name of ['authorization', 'webhook-signature', 'x-api-key', 'access-token'])
                assert.deepEqual(
                  fragmentsIn(told, (headers[name] ?? '').replace(/^(Bearer|Basic|Klaviyo-API-Key) /, '')),
                  [],
                  at,
                )
            for (const trace of traces) assert.doesNotMatch(told, trace, at)
            assert.doesNotMatch(told, /[0-9a-f]{32}/i, at)
          }
      assert.ok(count >= 1000, String(count))
    })
})

describe('an answer that repeats nothing', () => {
  const canaries = subjects(canarySecrets[0]!)

  it('is a list of at least 40', () => assert.ok(vendorErrors.length >= 40, String(vendorErrors.length)))
  for (const { target: name, status, body, detail } of vendorErrors)
    it(`of ${name} keeps its meaning: ${detail.slice(0, 60)}`, async () => {
      const subject = (await canaries).find(({ target }) => target.name === name)
      const { outcomes } = await answeredBy(subject!, () => answered(status, body))
      assert.equal(outcomes[0]?.detail, detail)
    })
})

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
