/** Erasure: takes a person out of everything that is stored, step by step: suppress, ask the third parties, delete until nothing is found.
 * Each step may be done twice, so that a run that stopped in the middle goes on. Knows no client. */
import type { Destination } from '../../schemas/destination.ts'
import type { OutgoingMessage, PublishResult } from '../google/pubsub.ts'
import type { Warehouse } from '../google/warehouse.ts'
import { saveProgress, type RunJob, type StepResult, type WorkResult } from '../runs/run_job.ts'
import type { Counts } from '../runs/run_log.ts'
import { endingsOf, requestMessage, requestsOf } from './third_party_requests.ts'
import { identityMatcher, type Identity } from './identity.ts'
import { latestDays } from './table_conditions.ts'
import { receiptOf } from './receipt.ts'
import type { Search } from './search.ts'
import { suppress } from './suppress.ts'

/** How long things take, in ms. */
export interface EraseTimeouts {
  /** Until every function goes by the suppression. */
  suppressionPropagationMs: number
  /** Until what a function had in hand when it was told of the suppression is stored. */
  inFlightMs: number
  /** Until BigQuery is asked again for what it did not let go of. */
  refused: number
  /** Until the third parties are no longer waited for. */
  thirdPartyTimeoutMs: number
}

export interface ErasePorts {
  warehouse: Warehouse
  destinations: readonly Pick<Destination, 'id' | 'target'>[]
  publish: (messages: readonly OutgoingMessage[]) => Promise<PublishResult>
  /** Takes out of the hold of dead letters those that name the person; how many. */
  removeHeldDeadLetters: (names: (text: string) => boolean) => Promise<number>
  now: () => Date
  wait: (ms: number) => Promise<unknown>
  timeouts: EraseTimeouts
}

/** Progress of an erasure. */
interface ErasurePosition {
  suppressedAt?: string
  asked?: true
  /** Rows older than this, RFC 3339, are gone: only newer ones are looked for until the end. */
  since?: string
  /** BigQuery is not asked before, RFC 3339. */
  againAt?: string
  /** Most rows that were seen and taken away, by table. */
  seen?: Counts
  held?: number
}

export type ErasureJob = RunJob<'erasure', Counts, ErasurePosition>

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

  async resume(): Promise<WorkResult> {
    const { timeouts, now } = this.#ports
    const { deadline } = this.#job
    const suppressedAt = await this.#suppress()
    await this.#until(suppressedAt, timeouts.suppressionPropagationMs)
    await this.#ask(suppressedAt)
    if (now().getTime() < Date.parse(this.#position.againAt ?? suppressedAt)) return 'retry'
    if (this.#position.since === undefined) await this.#search.collect()
    for (let isNew = false; ; isNew = true) {
      if (deadline.now() >= deadline.at) return 'retry'
      if (Object.keys(await this.#look(this.#position.since)).length > 0) {
        if (isNew) await this.#search.collect()
        if (await this.#remove()) return 'retry'
        continue
      }
      if (!(await this.#isAnswered(suppressedAt))) return 'retry'
      await this.#emptyHold()
      await this.#until(suppressedAt, timeouts.inFlightMs)
      if (Object.keys(await this.#look()).length === 0) break
      await this.#save({ since: undefined })
    }
    return this.#end(suppressedAt)
  }

  async #suppress(): Promise<string> {
    const { warehouse, now } = this.#ports
    const { suppressedAt } = this.#position
    if (suppressedAt !== undefined) return suppressedAt
    const { id, request } = this.#job.command
    // The reason is for everybody who operates; one that names the person is left out.
    const reason =
      request.reason !== undefined && !identityMatcher(this.#identities)(request.reason)
        ? request.reason
        : undefined
    await suppress(warehouse, this.#identities, `erasure ${id}`, reason)
    const at = now().toISOString()
    await this.#save({ suppressedAt: at })
    return at
  }

  /** Before: events in hand could bring the person back to a third party that has forgotten them. */
  async #ask(suppressedAt: string): Promise<void> {
    if (this.#position.asked) return
    const ended = await endingsOf(this.#ports.warehouse, this.#requests())
    const messages = this.#requests()
      .filter(({ id }) => !ended.has(id))
      .map((request) => requestMessage(this.#job.command.id, request, suppressedAt))
    if (messages.length > 0 && (await this.#ports.publish(messages)) !== 'accepted')
      throw new Error('Topic stored did not take the requests.')
    await this.#save({ asked: true })
  }

  #requests() {
    return requestsOf(this.#job.command.id, this.#ports.destinations, this.#identities)
  }

  /** A crash between a deletion and its record would lose count of it, so what is seen counts. */
  async #look(since?: string): Promise<Counts> {
    const { counts } = this.#job
    const found = await this.#search.look(since)
    const seen = { ...this.#position.seen }
    for (const [table, rows] of Object.entries(found))
      seen[table] = Math.max(seen[table] ?? 0, (counts[table] ?? 0) + rows)
    await this.#save({ seen })
    return found
  }

  /** Whether BigQuery does not let go of all. */
  async #remove(): Promise<boolean> {
    const { now, timeouts } = this.#ports
    const began = now().getTime()
    const { removed, isRefused } = await this.#search.remove(this.#position.since)
    const counts = { ...this.#job.counts }
    for (const [table, rows] of Object.entries(removed))
      if (rows > 0) counts[table] = (counts[table] ?? 0) + rows
    this.#job.counts = counts
    await this.#save({
      since: new Date(began - latestDays * 86_400_000).toISOString(),
      ...(isRefused && { againAt: new Date(now().getTime() + timeouts.refused).toISOString() }),
    })
    return isRefused
  }

  async #isAnswered(suppressedAt: string): Promise<boolean> {
    const requests = this.#requests()
    const endings = await endingsOf(this.#ports.warehouse, requests)
    const waited = this.#ports.now().getTime() - Date.parse(suppressedAt)
    if (endings.size >= requests.length || waited >= this.#ports.timeouts.thirdPartyTimeoutMs) return true
    await this.#save({}, 'settling')
    return false
  }

  async #emptyHold(): Promise<void> {
    const taken = await this.#ports.removeHeldDeadLetters(identityMatcher(this.#identities))
    if (taken > 0) await this.#save({ held: (this.#position.held ?? 0) + taken })
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
        destinations,
        endings: await endingsOf(warehouse, requests),
        definitions: await this.#search.definitions(),
      },
      now(),
    )
    await this.#search.forget()
    await this.#job.run.end({ state: 'finished', counts, result: receipt })
    return 'done'
  }

  /** Waits until so many ms after a time. */
  async #until(time: string, ms: number): Promise<void> {
    const left = Date.parse(time) + ms - this.#ports.now().getTime()
    if (left > 0) await this.#ports.wait(left)
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
