/** Delivery: names the command that renews the credentials of a destination. Pure. */
import type { Destination } from '../../schemas/destination.ts'
import { targetOf } from '../targets/registry.ts'
import { secretSettings } from '../targets/target.ts'

/** Returns the command. Events that wait are delivered once the credentials are accepted. */
export function credentialsCommand({ id, target }: Pick<Destination, 'id' | 'target'>): string {
  const [secret] = secretSettings(targetOf(target))
  return secret === undefined
    ? 'npx sluice doctor'
    : `pulumi config set --secret --path 'sluice:destinations.${id}.secrets.${secret}' && pulumi up`
}
