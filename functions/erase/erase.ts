/** Erasure: takes a person out of everything that is stored, step by step: suppress, ask the third parties, delete until nothing is found.
 * Each step may be done twice, so that a run that stopped in the middle goes on. Knows no client. */
import type { Destination } from '../../schemas/destination.ts'
import type { OutgoingMessage, PublishResult } from '../google/pubsub.ts'
import type { Warehouse } from '../google/warehouse.ts'
import type { RunDeadline } from '../runs/handle_run.ts'
import type { Counts, LeasedRun } from '../runs/run_log.ts'
import type { RunCommand } from '../runs/run_message.ts'
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
  patience: EraseTimeouts
}

/** How far an erasure is. */
interface Position {
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

export type WorkResult = 'done' | 'later'

/** Somebody asked the run to stop, or another process has it. */
export class Stopped extends Error {
  readonly isCancelled: boolean

  constructor(fate: 'cancelled' | 'lost') {
    super(`The run is ${fate}.`)
    this.isCancelled = fate === 'cancelled'
  }
}

export class Erasure {
  readonly #ports: ErasePorts
  readonly #run: LeasedRun
  readonly #order: RunCommand<'erasure'>
  readonly #identities: readonly Identity[]
  readonly #search: Search
  #position: Position

  constructor(
    ports: ErasePorts,
    run: LeasedRun,
    order: RunCommand<'erasure'>,
    identities: readonly Identity[],
    search: Search,
  ) {
    this.#ports = ports
    this.#run = run
    this.#order = order
    this.#identities = identities
    this.#search = search
    this.#position = run.position ?? {}
  }

  async resume(deadline: RunDeadline): Promise<WorkResult> {
    const { patience, now } = this.#ports
    const suppressedAt = await this.#suppress()
    await this.#until(suppressedAt, patience.suppressionPropagationMs)
    await this.#ask(suppressedAt)
    if (now().getTime() < Date.parse(this.#position.againAt ?? suppressedAt)) return 'later'
    if (this.#position.since === undefined) await this.#search.collect()
    for (let isNew = false; ; isNew = true) {
      if (deadline.now() >= deadline.at) return 'later'
      if (Object.keys(await this.#look(this.#position.since)).length > 0) {
        if (isNew) await this.#search.collect()
        if (await this.#remove()) return 'later'
        continue
      }
      if (!(await this.#isAnswered(suppressedAt))) return 'later'
      await this.#emptyHold()
      await this.#until(suppressedAt, patience.inFlightMs)
      if (Object.keys(await this.#look()).length === 0) break
      await this.#save({ since: undefined })
    }
    return this.#end(suppressedAt)
  }

  async #suppress(): Promise<string> {
    const { warehouse, now } = this.#ports
    const { suppressedAt } = this.#position
    if (suppressedAt !== undefined) return suppressedAt
    const { id, request } = this.#order
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
      .map((request) => requestMessage(this.#order.id, request, suppressedAt))
    if (messages.length > 0 && (await this.#ports.publish(messages)) !== 'accepted')
      throw new Error('Topic stored did not take the requests.')
    await this.#save({ asked: true })
  }

  #requests() {
    return requestsOf(this.#order.id, this.#ports.destinations, this.#identities)
  }

  /** A crash between a deletion and its record would lose count of it, so what is seen counts. */
  async #look(since?: string): Promise<Counts> {
    const { counts } = this.#run
    const found = await this.#search.look(since)
    const seen = { ...this.#position.seen }
    for (const [table, rows] of Object.entries(found))
      seen[table] = Math.max(seen[table] ?? 0, (counts[table] ?? 0) + rows)
    await this.#save({ seen })
    return found
  }

  /** Whether BigQuery does not let go of all. */
  async #remove(): Promise<boolean> {
    const { now, patience } = this.#ports
    const began = now().getTime()
    const { removed, isRefused } = await this.#search.remove(this.#position.since)
    const counts = { ...this.#run.counts }
    for (const [table, rows] of Object.entries(removed))
      if (rows > 0) counts[table] = (counts[table] ?? 0) + rows
    this.#run.counts = counts
    await this.#save({
      since: new Date(began - latestDays * 86_400_000).toISOString(),
      ...(isRefused && { againAt: new Date(now().getTime() + patience.refused).toISOString() }),
    })
    return isRefused
  }

  async #isAnswered(suppressedAt: string): Promise<boolean> {
    const requests = this.#requests()
    const endings = await endingsOf(this.#ports.warehouse, requests)
    const waited = this.#ports.now().getTime() - Date.parse(suppressedAt)
    if (endings.size >= requests.length || waited >= this.#ports.patience.thirdPartyTimeoutMs) return true
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
    const counts = { ...this.#run.counts }
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
    await this.#run.end({ state: 'finished', counts, result: receipt })
    return 'done'
  }

  /** Waits until so many ms after a time. */
  async #until(time: string, ms: number): Promise<void> {
    const left = Date.parse(time) + ms - this.#ports.now().getTime()
    if (left > 0) await this.#ports.wait(left)
  }

  async #save(
    changes: { [Name in keyof Position]?: Position[Name] | undefined },
    state?: 'settling',
  ): Promise<void> {
    this.#position = { ...this.#position, ...changes } as Position
    const { counts } = this.#run
    const fate = await this.#run.save({ counts, position: this.#position, ...(state && { state }) })
    if (fate !== 'on') throw new Stopped(fate)
  }
}
