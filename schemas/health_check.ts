/** Runs: schedules the health check of the destinations, the quarantine, the number of events and the syncs. */

export const healthCheck = {
  /** Minutes of the hour. Not the full hour: events of the last seconds of an hour have minutes to be delivered before they are judged. */
  minutes: [7, 22, 37, 52],
  /** Number of days before now with which the latest hours are compared. */
  days: 28,
} as const

/** Five cron fields, UTC. */
export const healthSchedule = `${healthCheck.minutes.join(',')} * * * *`
