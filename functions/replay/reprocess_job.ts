/** Replay: the state of a run that reprocesses quarantined messages, and the wait until they are stored. */
import type { Registry } from '../event/registry.ts'
import type { SourceRights } from '../event/source_right.ts'
import type { OutgoingMessage, PublishResult } from '../google/pubsub.ts'
import { saveProgress, type StepResult } from '../runs/run_job.ts'
import { pollUntil, type Cursor, type JobPorts, type SelectionJob } from './job.ts'
import { settledStatement } from './quarantined_messages.ts'

export interface ReprocessPorts extends JobPorts {
  /** Refreshes the saved definitions, including those of these event names. */
  refreshDefinitionsFor: (names: readonly string[]) => Promise<unknown>
  registry: () => Registry
  /** What each source may send now. Default: there are no sources. */
  sourceRights?: SourceRights
  publish: (topic: string, messages: readonly OutgoingMessage[]) => Promise<PublishResult>
}

/** `selected` = `promoted` + `quarantined` + `left_out`: messages that became events (dry run: would become); that are still invalid;
 * that cannot be published, because a part is missing or their topic no longer exists. */
export type ReprocessCounts = Record<'selected' | 'promoted' | 'quarantined' | 'left_out', number>

/** A message in the result of a dry run: why it is in quarantine (`before`), and what it is now: `event`, or the reason why not. */
interface ReprocessSample {
  event_id: string
  topic: string
  before: string
  now: string
}

/** Where the run resumes. */
export interface ReprocessPosition {
  cursor: Cursor
  /** Ids of the messages after the cursor that are being published. No other message can be in flight. */
  waiting: readonly string[]
  /** True if Pub/Sub has accepted all of them. */
  isPublished: boolean
  samples: readonly ReprocessSample[]
}

export interface ReprocessJob extends SelectionJob<'reprocess', ReprocessCounts, ReprocessPosition> {
  ports: ReprocessPorts
}

/** How long to wait for messages that an interrupted run may not have published, in ms. */
const unconfirmedWaitMs = 30_000

/** Waits until every published message is in `events` or in quarantine again, and counts them. Messages that may not have been published
 * are not waited for indefinitely: the selection finds them again. */
export async function awaitStored(job: ReprocessJob): Promise<StepResult> {
  const { ports, command, position, counts, deadline } = job
  const { waiting, cursor, isPublished } = position
  if (waiting.length === 0) return 'continue'
  const until = isPublished ? Infinity : deadline.now() + unconfirmedWaitMs
  let [promoted, returned] = [0, 0]
  const step = await pollUntil(job, 'running', async () => {
    const [row] = await ports.warehouse.rows(settledStatement(ports.warehouse.locate), {
      since: ['TIMESTAMP', cursor.receivedAt],
      requested_at: ['TIMESTAMP', command.requestedAt],
      ids: [['STRING'], waiting],
    })
    promoted = Number(row?.['promoted'])
    returned = Number(row?.['returned'])
    return promoted + returned >= waiting.length || deadline.now() >= until
  })
  if (step !== 'continue') return step
  counts.promoted += promoted
  counts.quarantined += returned
  counts.selected += promoted + returned
  job.position = { ...position, waiting: [], isPublished: false }
  return saveProgress(job)
}
