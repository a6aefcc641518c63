/** Translation layer: the webhooks of this environment, and whether a request may count as one of them. */
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

/** Says whether a request shows that it knows a secret of the webhook. `now` is in seconds since 1970. */
export type VerifyWebhook = (
  address: TranslationAddress,
  request: Pick<Request, 'headers' | 'query' | 'body'>,
  now: number,
) => boolean

interface Known {
  /** Undefined where the address is signed. */
  signature: WebhookSignature | undefined
  secrets: readonly string[]
}

/** A name that nobody configured is treated as one whose secret nobody knows, so that no answer tells which names there are. */
function nobodys(): Known {
  return {
    signature: { scheme: 'digest', header: 'x-signature', encoding: 'hex' },
    secrets: [randomBytes(32).toString('hex')],
  }
}

/** `text` is a JSON array of schemas/webhook.ts; `env` holds their secrets. Throws, naming the variable, where one will not do. */
export function readWebhooks(text: string, env: NodeJS.ProcessEnv): VerifyWebhook {
  const known = new Map(
    listOf(text).map(({ translation, signature }): [string, Known] => {
      const previous = webhookVariable('previous', translation)
      const variables = [webhookVariable('secret', translation), ...(env[previous] ? [previous] : [])]
      return [translation, { signature, secrets: variables.map((name) => secretOf(env, name, signature)) }]
    }),
  )
  const nobody = nobodys()
  return (address, { headers, query, body }, now) => {
    const { signature, secrets } = known.get(address.name) ?? nobody
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
    `The environment variable ${variable} is no secret of a webhook: expected ${expected.description}.`,
  )
}

function listOf(text: string): readonly Webhook[] {
  const list: unknown = JSON.parse(text)
  if (Value.Check(Type.Array(Webhook), list)) return list
  const [fault] = Value.Errors(Type.Array(Webhook), list)
  throw new Error(
    `WEBHOOKS is not as schemas/webhook.ts describes it: ${fault?.instancePath ?? ''} ${fault?.message ?? ''}`,
  )
}
