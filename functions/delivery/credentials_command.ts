/** Delivery: names the command that renews the credentials of a destination. Pure. */
import type { Destination } from '../../schemas/destination.ts'
import { targetOf } from '../targets/registry.ts'
import { secretSettings } from '../targets/target.ts'

/** Returns the command. Events that wait are delivered once the credentials are accepted. */
export function credentialsCommand({
  id,
  target,
  settings = {},
}: Pick<Destination, 'id' | 'target'> & Partial<Pick<Destination, 'settings'>>): string {
  const secrets = secretSettings(targetOf(target))
  // Some targets take an access token, or an app and a refresh token.
  const [secret] = 'client_id' in settings ? secrets.filter((name) => name === 'refresh_token') : secrets
  return secret === undefined
    ? 'npx sluice doctor'
    : `pulumi config set --secret --path 'sluice:destinations.${id}.secrets.${secret}' && pulumi up`
}
