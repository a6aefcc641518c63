/** Target layer: bodies that hold the events of a request as one JSON list. */
import type { LinkedEvent } from './target.ts'

/** The list, put together from texts that are JSON already; `rest` are the members that stand beside it, undefined ones left out.
 * `('data', events, { test: 1 })` → `{"data":[…],"test":1}` */
export function listBody(
  name: string,
  events: readonly LinkedEvent[],
  rest: Readonly<Record<string, unknown>> = {},
): string {
  const members = JSON.stringify(rest).slice(1, -1)
  return `{"${name}":[${events.map(({ text }) => text).join(',')}]${members && `,${members}`}}`
}
