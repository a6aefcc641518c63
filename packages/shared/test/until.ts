/** Test support: waits for a condition, never for a fixed time. */
import { setTimeout } from 'node:timers/promises'

/** Default timeout in ms. It is long, because a busy machine must not fail a test. */
export const timeoutMs = 150_000

/** Resolves to the condition's value once it is truthy. `what` names the condition in the error after the timeout. An error that the
 * condition throws is not retried. */
export async function until<Value>(
  what: string,
  condition: () => Promise<Value | false | undefined> | Value | false | undefined,
  maxMs = timeoutMs,
): Promise<Value> {
  const deadline = Date.now() + maxMs
  for (;;) {
    const value = await condition()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`Timed out after ${maxMs / 1000} s waiting until ${what}.`)
    await setTimeout(20)
  }
}
