/** Test support: waits for a condition, never for a fixed time. */
import { setTimeout } from 'node:timers/promises'

/** Default timeout in ms. It is long, because a busy machine must not fail a test. */
export const timeoutMs = 150_000

/** A condition is asked again after 20 ms, or after a multiple of the time that it took: a query that is asked all the time slows down what it
 * waits for. */
const pauseMs = 20
const pausePerMs = 3
const longestPauseMs = 2000

/** Resolves to the condition's value once it is truthy. `what` names the condition in the error after the timeout; a function also names what is
 * still missing. An error that the condition throws is not retried. */
export async function until<Value>(
  what: string | (() => string),
  condition: () => Promise<Value | false | undefined> | Value | false | undefined,
  maxMs = timeoutMs,
): Promise<Value> {
  const deadline = Date.now() + maxMs
  for (;;) {
    const asked = Date.now()
    const value = await condition()
    if (value) return value
    const answered = Date.now()
    if (answered > deadline) {
      const name = typeof what === 'string' ? what : what()
      throw new Error(`Timed out after ${maxMs / 1000} s waiting until ${name}.`)
    }
    await setTimeout(Math.min(Math.max(pauseMs, pausePerMs * (answered - asked)), longestPauseMs))
  }
}
