/** Target layer: builds bodies with the events of a request as one JSON list. */
import type { LinkedEvent } from './target.ts'

/** Joins the JSON texts of the events to a list. `rest` are further members of the body; undefined ones are omitted.
 * `('data', events, { test: 1 })` → `{"data":[…],"test":1}` */
export function listBody(
  name: string,
  events: readonly LinkedEvent[],
  rest: Readonly<Record<string, unknown>> = {},
): string {
  const members = JSON.stringify(rest).slice(1, -1)
  return `{"${name}":[${events.map(({ text }) => text).join(',')}]${members && `,${members}`}}`
}
