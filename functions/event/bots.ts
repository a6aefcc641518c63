/** Event: recognizes bots by their user agents. A list names what is a bot; it never proves that a person sent the event. */
import { isbot } from 'isbot'

/** Number of user agents whose result is kept: most events come from few versions of few browsers. */
const maxKept = 1000

const kept = new Map<string, boolean>()

/** True if the list of package isbot has the user agent of a crawler, a monitor, a headless browser or an HTTP library. Its patterns need a time
 * linear in the text, 1 ms for 8192 characters. */
export function isBot(userAgent: string): boolean {
  const known = kept.get(userAgent)
  if (known !== undefined) return known
  const result = isbot(userAgent)
  if (kept.size >= maxKept) kept.clear()
  kept.set(userAgent, result)
  return result
}
