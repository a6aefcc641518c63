/** Replay: one run that processes messages of the quarantine again, in the hands of this process. */
import type { Registry } from '../event/registry.ts'
import type { OutgoingMessage, PublishResult } from '../google/pubsub.ts'
import type { RunDeadline } from '../runs/handle_run.ts'
import type { LeasedRun } from '../runs/run_log.ts'
import type { RunCommand } from '../runs/run_message.ts'
import { hasTime, type JobPorts, type StepResult } from './job.ts'
import { settledStatement } from './quarantined_messages.ts'
import type { Cursor } from './selection.ts'

export interface ReprocessPorts extends JobPorts {
  /** Brings the saved definitions up to date, of these names above all. */
  refreshDefinitionsFor: (names: readonly string[]) => Promise<unknown>
  registry: () => Registry
  publish: (topic: string, messages: readonly OutgoingMessage[]) => Promise<PublishResult>
}

/** `selected` = `promoted` + `quarantined` + `left_out`: how many have become events (of a dry run: would); are no readable event still;
 * cannot be published again, because a part of them is missing or their topic is gone. */
export type ReprocessCounts = Record<'selected' | 'promoted' | 'quarantined' | 'left_out', number>

/** What a dry run shows of a message: why it is in quarantine, and what would become of it now: `event`, or again why not. */
export interface ReprocessSample {
  event_id: string
  topic: string
  before: string
  now: string
}

/** Where a run goes on. */
export interface ReprocessPosition {
  cursor: Cursor
  /** Messages of the page after the cursor that are published again, or about to be: none but these can be on the bus. */
  waiting: readonly string[]
  /** Whether the bus has taken all of them. */
  isPublished: boolean
  samples: readonly ReprocessSample[]
}

export interface ReprocessJob {
  ports: ReprocessPorts
  run: LeasedRun
  order: RunCommand<'reprocess'>
  deadline: RunDeadline
  isDry: boolean
  counts: ReprocessCounts
  position: ReprocessPosition
}

/** Writes down how far the run is. A run that another process has taken over is left to it. */
export async function saveReprocessProgress({ run, counts, position }: ReprocessJob): Promise<StepResult> {
  const told = await run.save({ counts, position })
  return told === 'lost' ? 'later' : told
}

/** How long it is waited for messages that an interrupted run may not have published at all, in ms. */
const unconfirmedWaitMs = 30_000

/** Waits until every message that was published again lies in events, or in quarantine again, and counts them. Messages that may not have
 * been published are not waited for for ever: the selection gives them once more. */
export async function awaitStored(job: ReprocessJob): Promise<StepResult> {
  const { ports, order, position, counts, deadline } = job
  const { waiting, cursor, isPublished } = position
  if (waiting.length === 0) return 'on'
  const until = isPublished ? Infinity : deadline.now() + unconfirmedWaitMs
  for (let pause = 250; ; pause = Math.min(pause * 2, 15_000)) {
    const [row] = await ports.warehouse.rows(settledStatement(ports.warehouse.locate), {
      since: ['TIMESTAMP', cursor.receivedAt],
      requested_at: ['TIMESTAMP', order.requestedAt],
      ids: [['STRING'], waiting],
    })
    const [promoted, returned] = [Number(row?.['promoted']), Number(row?.['returned'])]
    if (promoted + returned >= waiting.length || deadline.now() >= until) {
      counts.promoted += promoted
      counts.quarantined += returned
      counts.selected += promoted + returned
      job.position = { ...position, waiting: [], isPublished: false }
      return saveReprocessProgress(job)
    }
    const step = await saveReprocessProgress(job)
    if (step !== 'on') return step
    if (!hasTime(deadline, pause)) return 'later'
    await ports.wait(pause)
  }
}
