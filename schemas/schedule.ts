/** Schedule: when something runs by itself, in the words of Cloud Scheduler.
 * https://cloud.google.com/scheduler/docs/configuring/cron-job-schedules */

export interface Schedule {
  /** Five fields of cron: minute, hour, day of the month, month, day of the week. */
  cron: string
  /** Name in the time zone database, such as `Europe/Amsterdam`. */
  timeZone: string
}
