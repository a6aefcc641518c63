/** Local scheduler: stands in for Cloud Scheduler: publishes what the jobs of the graph say, when their schedule says.
 * https://cloud.google.com/scheduler/docs/reference/rest/v1/projects.locations.jobs */
import { Cron } from 'croner'

/** A job that publishes one message each time. */
export interface ScheduledJob {
  name: string
  /** Five fields of cron. */
  schedule: string
  timeZone: string
  paused: boolean
  /** Full name of the topic. */
  topic: string
  attributes: Readonly<Record<string, string>>
  /** Base64. */
  data: string
}

export interface SchedulerOptions {
  jobs: readonly ScheduledJob[]
  /** Where Pub/Sub is: `http://127.0.0.1:8081`. */
  pubsubUrl: string
  /** Header of Cloud Scheduler's own identity. */
  authorization: () => string
  log: (line: string) => void
}

/** Starts the jobs that are not paused; returns what stops them. What came due while nothing ran is not made up for, as Cloud Scheduler
 * does not either. */
export function startScheduler({ jobs, pubsubUrl, authorization, log }: SchedulerOptions): () => void {
  const publish = async ({ name, topic, attributes, data }: ScheduledJob): Promise<void> => {
    const response = await fetch(`${pubsubUrl}/v1/${topic}:publish`, {
      method: 'POST',
      headers: { authorization: authorization(), 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ attributes, data }] }),
    })
    if (!response.ok) log(`scheduler: ${name} was answered ${response.status}`)
  }
  const running = jobs
    .filter(({ paused }) => !paused)
    .map(
      (job) =>
        new Cron(job.schedule, { timezone: job.timeZone, unref: true }, () =>
          publish(job).catch((error: unknown) =>
            log(`scheduler: ${job.name} could not publish: ${String(error)}`),
          ),
        ),
    )
  return () => {
    for (const job of running) job.stop()
  }
}
