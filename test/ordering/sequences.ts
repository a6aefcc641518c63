/** Ordering tests: producers that send numbered events of a key one after the other, and what a third party received of them. */
import assert from 'node:assert/strict'
import type { Recorded } from '../support/client.ts'
import { setTimeout as wait } from 'node:timers/promises'

/** Sends one event. Resolves to true if it was accepted. */
export type Send = (key: string, event: object) => Promise<boolean>

/** The id of the event with this number of a key. */
export function eventId(key: string, number: number): string {
  return `${key}.${number}`
}

/** Sends the events of each key in their order. A producer sends the next event only after the one before it was accepted, and repeats it
 * until then. Producers of different keys work at the same time. */
export async function sendInOrder(
  keys: readonly string[],
  numbers: readonly number[],
  sends: readonly Send[],
): Promise<void> {
  await Promise.all(
    keys.map(async (key, index) => {
      for (const number of numbers) {
        const event = { event_id: eventId(key, number), user_id: key, content_name: `${number}` }
        while (!(await sends[index % sends.length]!(key, event).catch(() => false))) await wait(50)
      }
    }),
  )
}

/** The numbers of the events that a path received, by key, in the order of their requests. */
export function numbersByKey(
  received: readonly Recorded[],
  path: string,
): ReadonlyMap<string, readonly number[]> {
  const ids = received.flatMap(({ url, headers }) =>
    url === `/${path}` ? headers['webhook-id']!.split('.') : [],
  )
  const numbers = new Map<string, number[]>()
  for (let at = 0; at < ids.length; at += 2) {
    const list = numbers.get(ids[at]!) ?? []
    list.push(Number(ids[at + 1]))
    numbers.set(ids[at]!, list)
  }
  return numbers
}

/** Asserts that every event of the keys arrived, and none before an earlier one of its key. An event may arrive several times in a row: a
 * process that ends after the third party accepted an event sends it again. */
export function assertInOrder(
  arrived: ReadonlyMap<string, readonly number[]>,
  keys: readonly string[],
  numbers: readonly number[],
): void {
  for (const key of keys) {
    const list = arrived.get(key) ?? []
    assert.deepEqual(
      list.filter((number, at) => number !== list[at - 1]),
      numbers,
      `key ${key}: ${list.join(' ')}`,
    )
  }
}
