/** Translation layer: reads the webhooks of this environment and verifies their requests. */
import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import {
  Webhook,
  webhookSecretForm,
  webhookVariable,
  type WebhookSignature,
} from '../../../schemas/webhook.ts'
import type { Request } from '../../serving/answer.ts'
import { hookPath, type TranslationAddress } from '../endpoint/address.ts'
import { isSigned } from './signature.ts'
import { isSignedAddress } from './signed_address.ts'

/** Returns true if a request is signed with a secret of the webhook. `now` is in seconds since 1970. */
type VerifyWebhook = (
  address: TranslationAddress,
  request: Pick<Request, 'headers' | 'query' | 'body'>,
  now: number,
) => boolean

interface WebhookKeys {
  /** Undefined if the URL is signed instead of the body. */
  signature: WebhookSignature | undefined
  secrets: readonly string[]
}

/** Returns keys with a random secret. They verify names that are not configured, so that the response does not reveal which names are. */
function unknownWebhook(): WebhookKeys {
  return {
    signature: { scheme: 'digest', header: 'x-signature', encoding: 'hex' },
    secrets: [randomBytes(32).toString('hex')],
  }
}

/** Reads the webhooks from `text`, a JSON array of schemas/webhook.ts, and their secrets from `env`. Throws an error with the name of the
 * variable if one is invalid. */
export function readWebhooks(text: string, env: NodeJS.ProcessEnv): VerifyWebhook {
  const configured = new Map(
    listOf(text).map(({ translation, signature }): [string, WebhookKeys] => {
      const previous = webhookVariable('previous', translation)
      const variables = [webhookVariable('secret', translation), ...(env[previous] ? [previous] : [])]
      return [translation, { signature, secrets: variables.map((name) => secretOf(env, name, signature)) }]
    }),
  )
  const unknown = unknownWebhook()
  return (address, { headers, query, body }, now) => {
    const { signature, secrets } = configured.get(address.name) ?? unknown
    return signature
      ? isSigned(signature, secrets, { headers, body, now })
      : isSignedAddress(query, hookPath(address), secrets, now)
  }
}

function secretOf(env: NodeJS.ProcessEnv, variable: string, signature: WebhookSignature | undefined): string {
  const secret = env[variable] ?? ''
  const expected = webhookSecretForm(signature)
  if (expected.fits(secret)) return secret
  throw new Error(
    `Environment variable ${variable} is not a valid webhook secret: expected ${expected.description}.`,
  )
}

function listOf(text: string): readonly Webhook[] {
  const list: unknown = JSON.parse(text)
  if (Value.Check(Type.Array(Webhook), list)) return list
  const [problem] = Value.Errors(Type.Array(Webhook), list)
  throw new Error(
    `Invalid WEBHOOKS: ${problem?.instancePath ?? ''} ${problem?.message ?? ''} (schema: schemas/webhook.ts).`,
  )
}
