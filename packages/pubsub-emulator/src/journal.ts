/** The journal: writes the broker's changes and messages to the log. */
import type { Log } from './log/log.ts'
import { jsonRecord, kinds, messageRecord, numbersRecord, type LoggedMessage } from './log/record.ts'
import type { Location } from './message.ts'
import type { SchemaResource, SubscriptionResource, TopicResource } from './resources.ts'

/** A configuration change, as a record of the log. */
export type BrokerChange =
  | { change: 'topic'; topic: TopicResource }
  | { change: 'topicDeleted'; name: string }
  | { change: 'schema'; schema: SchemaResource }
  | { change: 'schemaDeleted'; name: string }
  | { change: 'subscription'; subscription: SubscriptionResource }
  | { change: 'subscriptionDeleted'; name: string }
  | { change: 'seek'; name: string; time: number }
  /** `of` is the subscription of which the snapshot is. */
  | { change: 'snapshot'; snapshot: SubscriptionResource; of: string }
  | { change: 'snapshotDeleted'; name: string; id: number }
  | { change: 'seekSnapshot'; name: string; snapshot: string }

const numbersPerRecord = 8192

/** Numbers by subscription name, collected until the next group of the log is written. */
class Gathering {
  readonly #kind: number
  readonly #log: Log
  #numbers = new Map<string, number[]>()

  constructor(kind: number, log: Log) {
    this.#kind = kind
    this.#log = log
  }

  add(subscription: string, ...numbers: number[]): void {
    const gathered = this.#numbers.get(subscription)
    if (!gathered) this.#numbers.set(subscription, [...numbers])
    else {
      gathered.push(...numbers)
      if (gathered.length >= numbersPerRecord) this.#write(subscription, gathered)
    }
    this.#log.soon()
  }

  write(): void {
    for (const [subscription, numbers] of this.#numbers) this.#write(subscription, numbers)
  }

  #write(subscription: string, numbers: readonly number[]): void {
    this.#numbers.delete(subscription)
    this.#log.appendPayload(numbersRecord(this.#kind, subscription, numbers))
  }
}

export class BrokerJournal {
  readonly #log: Log
  readonly #settled: Gathering
  readonly #attempted: Gathering

  constructor(log: Log) {
    this.#log = log
    this.#settled = new Gathering(kinds.settled, log)
    this.#attempted = new Gathering(kinds.attempted, log)
    log.beforeGroup = this.#gathered
  }

  readonly #gathered = (): void => {
    this.#settled.write()
    this.#attempted.write()
  }

  /** Buffers a message. Returns its location in the log. */
  publish(message: LoggedMessage): Location {
    const { size, write } = messageRecord(message)
    return this.#log.append(size, write)
  }

  /** Writes a change. Resolves once it is durable. */
  change(change: BrokerChange): Promise<void> {
    // Messages settled before a seek must be logged before it.
    this.#gathered()
    this.#log.appendPayload(jsonRecord(kinds.change, change))
    return this.#log.committed()
  }

  /** Records that a message of a subscription is settled. If the record is lost, the message is delivered again. */
  settled(subscription: string, id: number): void {
    this.#settled.add(subscription, id)
  }

  /** Records a message's number of deliveries, so that dead-letter policies count across restarts. */
  attempted(subscription: string, id: number, attempts: number): void {
    this.#attempted.add(subscription, id, attempts)
  }

  /** Throws UNAVAILABLE if nothing can be written at the moment. */
  requireWritable(): void {
    this.#log.requireWritable()
  }

  /** Calls `then` once all earlier records are durable; see `Log`. */
  durable(then: () => void): Promise<void> {
    return this.#log.durable(then)
  }

  /** Resolves once all earlier records are durable. */
  committed(): Promise<void> {
    return this.#log.committed()
  }
}
