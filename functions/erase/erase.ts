/** Erasure: erases a person in steps: suppresses them, asks the third parties, deletes until no row is found. Every step is idempotent,
 * so that an interrupted run can resume. */
import type { Destination } from '../../schemas/destination.ts'
import type { OutgoingMessage, PublishResult } from '../google/pubsub.ts'
import type { Warehouse } from '../google/warehouse.ts'
import { saveProgress, type StepResult, type WorkResult } from '../runs/run_job.ts'
import { outcomesOfRequests, requestMessage, requestsOf } from './third_party_requests.ts'
import type { Identity } from './identity.ts'
import type { ErasureJob, ErasurePosition } from './job.ts'
import { identityMatcher } from './matcher.ts'
import { removalsOf, type Removal } from './members.ts'
import { receiptOf } from './receipt.ts'
import { shownProgress } from './progress.ts'
import type { Search } from './search.ts'
import { suppress } from './suppress.ts'

/** Timeouts of an erasure, in ms. */
interface EraseTimeouts {
  /** Until every function uses the suppression. */
  suppressionPropagationMs: number
  /** Until events are stored that a function read before it saw the suppression. */
  inFlightMs: number
  /** Until the next attempt to delete rows that BigQuery could not delete yet. */
  deleteRetryMs: number
  /** Until the erasure ends without the outcomes of the third parties. */
  thirdPartyTimeoutMs: number
}

export interface ErasePorts {
  warehouse: Warehouse
  destinations: readonly Pick<Destination, 'id' | 'target'>[]
  publish: (messages: readonly OutgoingMessage[]) => Promise<PublishResult>
  /** Acks the dead letters in the hold for which `isMatch` is true. Returns their number. */
  removeHeldDeadLetters: (isMatch: (text: string) => boolean) => Promise<number>
  now: () => Date
  wait: (ms: number) => Promise<unknown>
  timeouts: EraseTimeouts
}

/** Thrown when the run was cancelled or taken over by another process. */
export class Stopped extends Error {
  readonly step: Exclude<StepResult, 'continue'>

  constructor(step: Exclude<StepResult, 'continue'>) {
    super(`The run stops: ${step}.`)
    this.step = step
  }
}

export class Erasure {
  readonly #ports: ErasePorts
  readonly #job: ErasureJob
  readonly #identities: readonly Identity[]
  readonly #search: Search

  constructor(ports: ErasePorts, job: ErasureJob, identities: readonly Identity[], search: Search) {
    this.#ports = ports
    this.#job = job
    this.#identities = identities
    this.#search = search
  }

  get #position(): ErasurePosition {
    return this.#job.position
  }

  get #isDue(): boolean {
    return (this.#position.due ?? []).length > 0
  }

  async resume(): Promise<WorkResult> {
    const { timeouts, now } = this.#ports
    const { deadline } = this.#job
    const suppressedAt = await this.#suppress()
    await this.#waitUntil(suppressedAt, timeouts.suppressionPropagationMs)
    await this.#askThirdParties(suppressedAt)
    if (now().getTime() < Date.parse(this.#position.againAt ?? suppressedAt)) return 'retry'
    // A run that an earlier version began has a time, but no look.
    if (this.#position.since === undefined || this.#position.look === undefined) await this.#look()
    for (;;) {
      if (deadline.now() >= deadline.at) return 'retry'
      if (this.#isDue) {
        await this.#removeFromLists(suppressedAt)
        if (await this.#remove()) return 'retry'
        continue
      }
      if (!(await this.#isAnswered(suppressedAt))) return 'retry'
      await this.#removeHeldDeadLetters()
      await this.#waitUntil(suppressedAt, timeouts.inFlightMs)
      // What was stored before the latest look is found: rows do not change. Only what came since is owed another look.
      await this.#look(this.#position.since)
      if (!this.#isDue) break
    }
    return this.#end(suppressedAt)
  }

  /** Searches the tables, and counts rows before they are deleted, so that a crash between a deletion and its record does not lose the count. */
  async #look(since?: string): Promise<void> {
    const { now } = this.#ports
    const { look: latest } = this.#position
    const look =
      latest && !latest.isComplete
        ? latest
        : { number: (latest?.number ?? 0) + 1, at: now().toISOString(), done: 0, rows: 0 }
    await this.#search.look({ number: look.number, since, done: look }, (progress) =>
      this.#save({ look: { ...look, ...progress }, progress: shownProgress(progress) }),
    )
    const found = await this.#search.found(look.number)
    const { counts } = this.#job
    const seen = { ...this.#position.seen }
    for (const [table, rows] of Object.entries(found))
      seen[table] = Math.max(seen[table] ?? 0, (counts[table] ?? 0) + rows)
    await this.#save({
      look: { ...look, isComplete: true },
      since: look.at,
      due: Object.keys(found),
      seen,
    })
  }

  async #suppress(): Promise<string> {
    const { warehouse, now } = this.#ports
    const { suppressedAt } = this.#position
    if (suppressedAt !== undefined) return suppressedAt
    const { id, request } = this.#job.command
    // Every operator can read the reason, so one that names the person is left out.
    const reason =
      request.reason !== undefined && !identityMatcher(this.#identities)(request.reason)
        ? request.reason
        : undefined
    await suppress(warehouse, this.#identities, `erasure ${id}`, reason)
    const at = now().toISOString()
    await this.#save({ suppressedAt: at })
    return at
  }

  /** Runs after the suppression has propagated: an event in flight would bring the person back to a third party that has forgotten them. */
  async #askThirdParties(suppressedAt: string): Promise<void> {
    if (this.#position.asked) return
    const outcomes = await outcomesOfRequests(this.#ports.warehouse, this.#requests())
    const messages = this.#requests()
      .filter(({ id }) => !outcomes.has(id))
      .map((request) => requestMessage(this.#job.command.id, request, suppressedAt))
    await this.#publish(messages)
    await this.#save({ asked: true })
  }

  /** Runs before rows are deleted: they tell by which identifiers the lists know the person. */
  async #removeFromLists(suppressedAt: string): Promise<void> {
    const { warehouse, destinations } = this.#ports
    const found = await removalsOf(warehouse, this.#job.command.id, destinations, suppressedAt)
    await this.#publish(found.messages)
    const known = new Map([...this.#removals, ...found.removals].map((each) => [each.id, each]))
    if (known.size > this.#removals.length) await this.#save({ removals: [...known.values()] })
  }

  async #publish(messages: readonly OutgoingMessage[]): Promise<void> {
    if (messages.length > 0 && (await this.#ports.publish(messages)) !== 'accepted')
      throw new Error('Publishing the requests to topic "stored" failed.')
  }

  get #removals(): readonly Removal[] {
    return this.#position.removals ?? []
  }

  #requests() {
    return requestsOf(this.#job.command.id, this.#ports.destinations, this.#identities)
  }

  /** Returns true if BigQuery could not delete some rows yet. */
  async #remove(): Promise<boolean> {
    const { now, timeouts } = this.#ports
    const { removed, refused } = await this.#search.remove(this.#position.due ?? [])
    const isRefused = refused.length > 0
    const counts = { ...this.#job.counts }
    for (const [table, rows] of Object.entries(removed))
      if (rows > 0) counts[table] = (counts[table] ?? 0) + rows
    this.#job.counts = counts
    await this.#save({
      due: refused,
      ...(isRefused && { againAt: new Date(now().getTime() + timeouts.deleteRetryMs).toISOString() }),
    })
    return isRefused
  }

  async #isAnswered(suppressedAt: string): Promise<boolean> {
    const sent = this.#removals.filter(({ problem }) => problem === undefined)
    const requests = [...this.#requests(), ...sent]
    const outcomes = await outcomesOfRequests(this.#ports.warehouse, requests)
    const waitedMs = this.#ports.now().getTime() - Date.parse(suppressedAt)
    if (outcomes.size >= requests.length || waitedMs >= this.#ports.timeouts.thirdPartyTimeoutMs) return true
    await this.#save({}, 'settling')
    return false
  }

  async #removeHeldDeadLetters(): Promise<void> {
    const removed = await this.#ports.removeHeldDeadLetters(identityMatcher(this.#identities))
    if (removed > 0) await this.#save({ held: (this.#position.held ?? 0) + removed })
  }

  async #end(suppressedAt: string): Promise<WorkResult> {
    const { warehouse, destinations, now } = this.#ports
    const requests = this.#requests()
    const counts = { ...this.#job.counts }
    for (const [table, rows] of Object.entries(this.#position.seen ?? {}))
      counts[table] = Math.max(counts[table] ?? 0, rows)
    const receipt = receiptOf(
      {
        identities: this.#identities,
        rows: counts,
        held: this.#position.held ?? 0,
        suppressedAt,
        requests,
        removals: this.#removals,
        destinations,
        outcomes: await outcomesOfRequests(warehouse, [...requests, ...this.#removals]),
        definitions: await this.#search.countDefinitions(),
      },
      now(),
    )
    await this.#search.deleteCollected()
    await this.#job.run.end({ state: 'finished', counts, result: receipt })
    return 'done'
  }

  /** Waits until `ms` after a time. */
  async #waitUntil(time: string, ms: number): Promise<void> {
    const remainingMs = Date.parse(time) + ms - this.#ports.now().getTime()
    if (remainingMs > 0) await this.#ports.wait(remainingMs)
  }

  async #save(
    changes: { [Name in keyof ErasurePosition]?: ErasurePosition[Name] | undefined },
    state?: 'settling',
  ): Promise<void> {
    this.#job.position = { ...this.#position, ...changes } as ErasurePosition
    const step = await saveProgress(this.#job, state)
    if (step !== 'continue') throw new Stopped(step)
  }
}
