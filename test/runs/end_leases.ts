/** Tests of runs after a crash: the time that the leases of the processes which are gone would take to run out, half a minute, at once.
 * That they run out by themselves runs.test.ts shows. */
import type { Client } from '../support/client.ts'

export function endLeases(client: Client) {
  return client.arrange(
    'UPDATE leases SET until = TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 SECOND) WHERE until IS NOT NULL',
  )
}
