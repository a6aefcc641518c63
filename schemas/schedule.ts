/** Schedules: describes a schedule as Cloud Scheduler does.
 * https://cloud.google.com/scheduler/docs/configuring/cron-job-schedules */

export interface Schedule {
  /** Five cron fields: minute, hour, day of month, month, day of week. */
  cron: string
  /** Name in the IANA time zone database, such as `Europe/Amsterdam`. */
  timeZone: string
}
