/** Log: names the texts in log entries that alerts match. The functions log them, infra/observability filters by them. */
export const logMessages = {
  /** A destination rejected its credentials. */
  credentials: 'does not accept its credentials',
  /** `store` rejected a push, so Pub/Sub delivers the message again. */
  redelivery: 'message will be delivered again',
  /** A run was blocked by a guard, or failed. */
  run: 'a run was stopped',
  /** The daily check found a count other than zero. */
  reconciliation: 'a promise is broken',
} as const
