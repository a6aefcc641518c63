/** Web door: checks the event that a pixel is made for. Pure. */
import { contextColumns } from '../../schemas/context.ts'

/** Ids of a person that a pixel may carry: they name nobody to others. */
const ids = new Set(['user_id', 'anonymous_id'])

const forbidden = new Set(
  contextColumns.flatMap(({ name, personal }) => (personal && !ids.has(name) ? [name] : [])),
)

/** Returns why no pixel may be made for an event, a JSON object as text; undefined if one may. The text never holds a value of the event. */
export function pixelProblem(event: string): string | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(event)
  } catch {
    return 'expected an event as a JSON object, got text that is not JSON.'
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return 'expected an event as a JSON object.'
  if (!('event_name' in parsed) || typeof parsed.event_name !== 'string')
    return 'expected event_name, the name of the event type, as a text.'
  const personal = Object.keys(parsed).filter((name) => forbidden.has(name) || name === 'contextFields')
  return personal.length === 0
    ? undefined
    : `a pixel carries no personal data but user_id and anonymous_id; leave out ${personal.join(', ')}.`
}
