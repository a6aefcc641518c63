/** Tests: waits for a condition, never for a time. */
import { setTimeout } from 'node:timers/promises'

/** Longest wait unless told, in ms. A condition that is not met by then fails the test, whatever the machine's load. */
export const timeoutMs = 150_000

/** Resolves to the condition's value once it is truthy. Throws, naming what was waited for. What the condition throws, fails at once. */
export async function until<Value>(
  what: string,
  condition: () => Promise<Value | false | undefined> | Value | false | undefined,
  longest = timeoutMs,
): Promise<Value> {
  const deadline = Date.now() + longest
  for (;;) {
    const value = await condition()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`Waited ${longest / 1000} s in vain until ${what}.`)
    await setTimeout(20)
  }
}
