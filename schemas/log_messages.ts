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
  /** The health check: a destination refuses, skips or holds far more events than usual. */
  'destination-failing': 'a destination is failing',
  /** The health check: a destination that used to get events gets none. */
  'destination-silent': 'a destination is silent',
  /** The health check: far more messages than usual are quarantined. */
  'quarantine-surge': 'more messages than usual are quarantined',
  /** The health check: far fewer or more events than usual arrive. */
  volume: 'the number of events is unusual',
  /** The health check: a sync has not succeeded for two intervals of its schedule. */
  'sync-late': 'a sync is late',
  /** The health check: events of a deprecated type still come shortly before its sunset, or after it. */
  'deprecated-type': 'a deprecated event type is in use',
} as const
