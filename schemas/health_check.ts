/** Runs: schedules the health check of the destinations, the quarantine, the number of events, the syncs and the deprecated event types. */

export const healthCheck = {
  /** Minutes of the hour. Not the full hour: events of the last seconds of an hour have minutes to be delivered before they are judged. */
  minutes: [7, 22, 37, 52],
  /** Number of days before now with which the latest hours are compared. */
  days: 28,
  /** An hour is counted in every run until this many hours after its start: an attempt is recorded within minutes. */
  openHours: 3,
  /** With more events a day, what only the console shows is counted once an hour instead of in every run, and its Overview reads these counts
   * alone. */
  manyDailyEvents: 1_000_000,
} as const

/** Five cron fields, UTC. */
export const healthSchedule = `${healthCheck.minutes.join(',')} * * * *`
