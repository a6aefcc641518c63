/** Log messages: the texts that functions log and alerts match. */

export const logMessages = {
  /** Of `forward`: a destination rejects its credentials. */
  credentials: 'does not accept its credentials',
  /** Of `store`: a message is not settled. */
  redelivery: 'message will be delivered again',
  /** Of `sync`, `act` and `erase`: a run failed, or a guard stopped it. */
  run: 'a run was stopped',
  /** Of `sync`: the daily check found a count that is not zero. */
  reconciliation: 'a promise is broken',
} as const
