/** Local scheduler: publishes the messages of the graph's jobs on their schedules, in place of Cloud Scheduler.
 * https://cloud.google.com/scheduler/docs/reference/rest/v1/projects.locations.jobs */
import { Cron } from 'croner'

/** A job that publishes one message each time. */
export interface ScheduledJob {
  name: string
  /** Five cron fields. */
  schedule: string
  timeZone: string
  paused: boolean
  /** Full name of the topic. */
  topic: string
  attributes: Readonly<Record<string, string>>
  /** Body of the message, base64. */
  data: string
}

interface SchedulerOptions {
  jobs: readonly ScheduledJob[]
  /** Address of Pub/Sub: `http://127.0.0.1:8081`. */
  pubsubUrl: string
  /** Returns the authorization header of Cloud Scheduler's service agent. */
  authorization: () => string
  log: (line: string) => void
}

/** Starts the jobs that are not paused. Returns a function that stops them. Like Cloud Scheduler, it does not catch up on missed times. */
export function startScheduler({ jobs, pubsubUrl, authorization, log }: SchedulerOptions): () => void {
  const publish = async ({ name, topic, attributes, data }: ScheduledJob): Promise<void> => {
    const response = await fetch(`${pubsubUrl}/v1/${topic}:publish`, {
      method: 'POST',
      headers: { authorization: authorization(), 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ attributes, data }] }),
    })
    if (!response.ok) log(`scheduler: publishing for job ${name} failed with status ${response.status}`)
  }
  const running = jobs
    .filter(({ paused }) => !paused)
    .map(
      (job) =>
        new Cron(job.schedule, { timezone: job.timeZone, unref: true }, () =>
          publish(job).catch((error: unknown) =>
            log(`scheduler: publishing for job ${job.name} failed: ${String(error)}`),
          ),
        ),
    )
  return () => {
    for (const job of running) job.stop()
  }
}
