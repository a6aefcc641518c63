/** Test support: expires the leases of crashed processes at once, instead of after half a minute. runs.test.ts tests that they expire by
 * themselves. */
import type { Client } from '../support/client.ts'

export function endLeases(client: Client) {
  return client.arrange(
    'UPDATE leases SET until = TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 SECOND) WHERE until IS NOT NULL',
  )
}
