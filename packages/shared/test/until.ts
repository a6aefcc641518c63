/** Test support: waits for a condition, never for a time. */
import { setTimeout } from 'node:timers/promises'

/** Default timeout, in ms. A condition that is not met by then fails the test, whatever the machine's load. */
export const timeoutMs = 150_000

/** Resolves to the condition's value once it is truthy. Throws after the timeout, with `description` in the message, and rethrows
 * what the condition throws. */
export async function until<Value>(
  description: string,
  condition: () => Promise<Value | false | undefined> | Value | false | undefined,
  longest = timeoutMs,
): Promise<Value> {
  const deadline = Date.now() + longest
  for (;;) {
    const value = await condition()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`Waited ${longest / 1000} s in vain until ${description}.`)
    await setTimeout(20)
  }
}
