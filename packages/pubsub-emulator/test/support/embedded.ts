/** The embedded Pub/Sub as a target, with callers of different permissions. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Access } from '../../../gcp-identity/src/access.ts'
import { openPubsub, type Pubsub } from '../../src/index.ts'
import type { Target } from './target.ts'

const cloudPlatform = 'https://www.googleapis.com/auth/cloud-platform'

/** Permissions on each topic and subscription but not on the project, as in infra/resources/member_grants.ts. */
const topicsOnly: Record<string, readonly string[]> = {
  producer: ['pubsub.topics.publish'],
  everything: [
    'pubsub.topics.publish',
    'pubsub.topics.get',
    'pubsub.topics.update',
    'pubsub.topics.delete',
    'pubsub.topics.detachSubscription',
    'pubsub.subscriptions.get',
    'pubsub.subscriptions.update',
    'pubsub.subscriptions.delete',
    'pubsub.subscriptions.consume',
  ],
}

/** Permissions by token. An owner has all. */
const grants: Record<string, readonly string[]> = {
  owner: [],
  viewer: ['pubsub.topics.get'],
  publisher: ['pubsub.topics.publish'],
  creator: ['pubsub.subscriptions.create'],
  scopeless: [],
  stranger: [],
  ...topicsOnly,
}

export const access: Access = {
  identify: (token) =>
    Object.hasOwn(grants, token)
      ? { email: `${token}@example.com`, scopes: token === 'scopeless' ? ['openid'] : [cloudPlatform] }
      : undefined,
  allows(email, permission, resource) {
    const [token = ''] = email.split('@')
    if (Object.hasOwn(topicsOnly, token) && resource.split('/').length === 2) return false
    return token === 'owner' || (grants[token]?.includes(permission) ?? false)
  },
}

/** Returns a token in the form of a JWT with the email address and the audience. */
export function idToken(email: string, audience: string): string {
  return ['header', JSON.stringify({ email, aud: audience }), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')
}

/** Returns the header of a caller with all permissions. */
export async function authorization(): Promise<string> {
  return 'Bearer owner'
}

export interface Embedded {
  pubsub: Pubsub
  target: Target
  close: () => Promise<void>
}

/** Opens an embedded Pub/Sub in its own directory. */
export async function openEmbedded(): Promise<Embedded> {
  const dir = await mkdtemp(join(tmpdir(), 'pubsub-'))
  const pubsub = await openPubsub({ dir, port: 0, access, idToken })
  pubsub.startDelivery()
  const target: Target = {
    name: 'embedded',
    rest: `http://${pubsub.host}`,
    grpc: pubsub.host,
    project: 'conformance',
    authorization,
    caps: new Set(['texts', 'auth', 'callers', 'anonymous', 'push', 'limits']),
  }
  return {
    pubsub,
    target,
    async close() {
      await pubsub.close()
      await rm(dir, { recursive: true })
    },
  }
}
