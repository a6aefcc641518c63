/** Attacks with bodies: the doors, each with a request head that it admits. */
import { join } from 'node:path'
import { consoleBodyBytes, pushBytes } from '../../../schemas/instance.ts'
import { limits } from '../../../schemas/limits.ts'
import { translationLimits } from '../../../schemas/translation/input.ts'
import { webhookBodyBytes } from '../../../schemas/webhook.ts'
import { openIssuer } from '../../../packages/gcp-identity/src/index.ts'
import { tokenOf } from '../../support/roles.ts'
import type { TestStack } from '../../support/stack.ts'

export interface Door {
  name: string
  port: number
  path: string
  /** The `Authorization` header of a caller; empty where callers need none. */
  authorization: string
  maxBytes: number
  /** Status of a request without credentials; undefined where callers need none before their body is read. */
  unauthenticated: number | undefined
}

const pusher = 'sluice-push'

/** Functions that Pub/Sub pushes to. */
const pushed = ['store', 'forward', 'act', 'sync', 'erase'] as const

export async function doorsOf(stack: TestStack): Promise<readonly Door[]> {
  const { functions, project } = stack.facts
  const issuer = await openIssuer(join(stack.dir, 'identity'))
  const portOf = (name: string): number => Number(new URL(functions[name]!).port)
  const bearer = (token: string): string => `Bearer ${token}`
  const open = (name: string, path: string, maxBytes: number, token?: string): Door => ({
    name,
    port: portOf(name),
    path,
    maxBytes,
    authorization: token === undefined ? '' : bearer(token),
    unauthenticated: token === undefined ? undefined : 401,
  })
  const email = `${pusher}@${project}.iam.gserviceaccount.com`
  return [
    open('ingest', '/v1/topics/login', limits.requestBytes, tokenOf(stack.facts, 'producer')),
    open(
      'translate',
      '/v1/translators/none_here',
      translationLimits.bodyBytes,
      tokenOf(stack.facts, 'producer'),
    ),
    open('hook', '/v1/hooks/payments', webhookBodyBytes),
    open('console', '/v1/console/definitions', consoleBodyBytes, tokenOf(stack.facts, 'editor')),
    ...pushed.map((name) => open(name, '/', pushBytes, issuer.idToken(email, functions[name]!))),
  ]
}
