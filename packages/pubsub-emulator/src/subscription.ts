/** A subscription: leases messages to subscribers and delivers them again until they are settled. */
import { Backlog } from './backlog.ts'
import { Consumers } from './consumers.ts'
import type { Deadline } from './deadlines.ts'
import { Fifo } from '../../shared/src/fifo.ts'
import { compileFilter, type Predicate } from './filter.ts'
import { Lease, type LeaseEnd, type TakeOptions } from './lease.ts'
import type { SubscriptionSnapshot } from './log/snapshot.ts'
import type { Entry, Message } from './message.ts'
import type { SubscriptionResource } from './resources.ts'
import type { Holdings } from './seek.ts'
import { subscriptionSettings, type SubscriptionSettings } from './subscription_settings.ts'
import type { SubscriptionDependencies } from './subscription_dependencies.ts'

/** A message that waits for the end of its retry delay, or until its dead letter is durable. */
interface Wait extends Deadline {
  entry: Entry
}

/** Delay before the next delivery of a message whose dead letter cannot be published, in milliseconds. */
const deadLetterRetry = 10_000

export class Subscription {
  resource: SubscriptionResource
  settings: SubscriptionSettings
  readonly filter: Predicate | undefined
  /** False once deleted. */
  open = true
  readonly #dependencies: SubscriptionDependencies
  readonly #backlog = new Backlog()
  readonly consumers = new Consumers(() => this.#backlog.ready > 0)
  readonly #waits = new Set<Wait>()
  readonly #leases = new Map<string, Lease>()
  /** Acknowledged messages kept for replay, oldest first. */
  #acknowledged = new Fifo<Message>()

  constructor(resource: SubscriptionResource, dependencies: SubscriptionDependencies) {
    this.#dependencies = dependencies
    this.resource = resource
    this.settings = subscriptionSettings(resource)
    this.filter = compileFilter(resource.filter)
  }

  /** Applies a changed configuration. */
  configure(resource: SubscriptionResource): void {
    this.resource = resource
    this.settings = subscriptionSettings(resource)
    if (!this.settings.retainAcknowledged) this.#dropAcknowledged(Infinity)
    this.wake()
  }

  /** Adds a published message. The caller has applied the filter. */
  offer(message: Message, orderingKey: string): void {
    this.#dependencies.store.hold(message)
    this.#backlog.add({ message, attempts: 0, key: this.settings.ordered ? orderingKey : '' })
  }

  /** Leases messages to a consumer, redeliveries first. */
  take({
    messages,
    bytes,
    together = false,
    ackDeadline = this.settings.ackDeadline,
    ended,
  }: TakeOptions): Lease[] {
    const leases: Lease[] = []
    const oldest = Date.now() - this.settings.retention
    let taken = 0
    let key = ''
    while (leases.length < messages && taken < bytes) {
      const entry = (key !== '' && this.#backlog.follower(key)) || this.#backlog.next()
      if (!entry) break
      if (entry.message.publishTime < oldest) {
        this.#settle(entry)
        continue
      }
      entry.attempts++
      taken += entry.message.size
      const lease = new Lease(entry, ended, this.#expired)
      this.#leases.set(lease.ackId, lease)
      this.#dependencies.deadlines.schedule(lease, ackDeadline)
      leases.push(lease)
      key = together ? entry.key : ''
    }
    return leases
  }

  /** Acknowledges a message. Returns true if the ack id is valid. */
  acknowledge(ackId: string): boolean {
    const lease = this.#leases.get(ackId)
    if (!lease) return false
    this.#end(lease, 'acknowledged')
    this.#settle(lease.entry)
    return true
  }

  /** Moves a lease's deadline to `milliseconds` from now; 0 nacks the message. Returns true if the ack id is valid. */
  modifyAckDeadline(ackId: string, milliseconds: number): boolean {
    const lease = this.#leases.get(ackId)
    if (!lease) return false
    if (milliseconds > 0) this.#dependencies.deadlines.schedule(lease, milliseconds)
    else {
      this.#end(lease, 'refused')
      this.#retry(lease.entry)
    }
    return true
  }

  /** Notifies the consumers that there may be messages. */
  wake(): void {
    if (this.open) this.consumers.wake()
  }

  /** Notifies the consumers of a message that was just published. */
  published(): void {
    if (this.settings.push) this.wake()
    else if (this.open) this.consumers.wakeAfterPublish()
  }

  snapshot(): SubscriptionSnapshot {
    const { fresh, entries } = this.#backlog.snapshot()
    for (const { entry } of this.#waits) entries.push(entry)
    for (const { entry } of this.#leases.values()) entries.push(entry)
    return { resource: this.resource, fresh, entries, acknowledged: this.#acknowledged.toArray() }
  }

  /** Returns all unacknowledged messages and all messages kept for replay, in the order of publishing. */
  holdings(): Holdings {
    const pending: Entry[] = [...this.#backlog]
    for (const { entry } of this.#waits) pending.push(entry)
    for (const { entry } of this.#leases.values()) pending.push(entry)
    pending.sort((a, b) => a.message.id - b.message.id)
    return { pending, acknowledged: [...this.#acknowledged] }
  }

  /** Replaces all messages. Leases end, so their ack ids become invalid. */
  replace({ pending, acknowledged }: Holdings): void {
    const { store, deadlines } = this.#dependencies
    const before = this.holdings()
    for (const lease of this.#leases.values()) this.#end(lease, 'dropped')
    for (const wait of this.#waits) deadlines.cancel(wait)
    this.#waits.clear()
    this.#backlog.clear()
    this.#acknowledged = new Fifo()
    for (const entry of pending) {
      store.hold(entry.message)
      this.#backlog.add(entry)
    }
    for (const message of this.settings.retainAcknowledged ? acknowledged : []) {
      store.hold(message)
      this.#acknowledged.push(message)
    }
    for (const { message } of before.pending) store.release(message)
    for (const message of before.acknowledged) store.release(message)
    this.wake()
  }

  /** Drops messages that are older than the retention. */
  sweep(now: number): void {
    const oldest = now - this.settings.retention
    this.#dropAcknowledged(oldest)
    for (const entry of this.#backlog.dropBefore(oldest)) this.#settle(entry)
  }

  /** Drops all messages, because the subscription is deleted. */
  close(): void {
    this.replace({ pending: [], acknowledged: [] })
    this.open = false
    for (const consumer of this.consumers) consumer.ready()
  }

  readonly #expired = (lease: Lease): void => {
    this.#end(lease, 'expired')
    this.#retry(lease.entry)
  }

  #end(lease: Lease, ending: LeaseEnd): void {
    this.#leases.delete(lease.ackId)
    this.#dependencies.deadlines.cancel(lease)
    lease.ended?.(lease, ending)
  }

  #settle(entry: Entry): void {
    const { message } = entry
    this.#dependencies.settled(this.resource.name, message)
    if (this.settings.retainAcknowledged) this.#acknowledged.push(message)
    else this.#dependencies.store.release(message)
    if (this.#backlog.settle(entry)) this.wake()
  }

  #retry(entry: Entry): void {
    this.#dependencies.attempted(this.resource.name, entry)
    if (entry.key !== '') this.#recallFollowers(entry)
    const { deadLetter, retry } = this.settings
    if (deadLetter && entry.attempts >= deadLetter.maxDeliveryAttempts) void this.#bury(entry)
    else if (retry) this.#wait(entry, Math.min(retry.maximum, retry.minimum * 2 ** (entry.attempts - 1)))
    else this.#giveBack(entry)
  }

  /** Delivers messages of the same key again that were delivered after `entry`. */
  #recallFollowers({ key, message: { id } }: Entry): void {
    const later = [...this.#leases.values()].filter(({ entry }) => entry.key === key && entry.message.id > id)
    for (const lease of later.toSorted((a, b) => b.entry.message.id - a.entry.message.id)) {
      this.#end(lease, 'dropped')
      this.#backlog.takeBack(lease.entry)
    }
  }

  #giveBack(entry: Entry): void {
    this.#backlog.giveBack(entry)
    this.wake()
  }

  #wait(entry: Entry, milliseconds?: number): Wait {
    const wait: Wait = {
      entry,
      tick: 0,
      due: () => {
        this.#waits.delete(wait)
        this.#giveBack(entry)
      },
    }
    this.#waits.add(wait)
    if (milliseconds !== undefined) this.#dependencies.deadlines.schedule(wait, milliseconds)
    return wait
  }

  /** Acknowledges the original once its dead letter is durable. */
  async #bury(entry: Entry): Promise<void> {
    const wait = this.#wait(entry)
    const published = await this.#dependencies.deadLetter(this, entry)
    // A seek or a deletion may have removed the message in the meantime.
    if (!this.#waits.has(wait)) return
    if (!published) return this.#dependencies.deadlines.schedule(wait, deadLetterRetry)
    this.#waits.delete(wait)
    this.#settle(entry)
  }

  #dropAcknowledged(before: number): void {
    for (let message = this.#acknowledged.peek(); message && message.publishTime < before;) {
      this.#acknowledged.shift()
      this.#dependencies.store.release(message)
      message = this.#acknowledged.peek()
    }
  }
}
