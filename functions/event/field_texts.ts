/** Event: cuts the JSON texts of the fields out of the producer's text, so that values reach BigQuery byte for byte. */
import { contextChecks } from './checks.ts'
import { members, objectText } from './json_members.ts'
import type { SplitFields } from './split_fields.ts'

/** Context fields in the order of their columns, so that an event rebuilt from its row has the same text. Id, name and time are members
 * of `Event` instead: every event has them, sent or derived. */
const columns = [...contextChecks.keys()].filter(
  (name) => !['event_id', 'event_name', 'event_time'].includes(name),
)

export interface FieldTexts {
  /** Context fields that satisfy their definition, except id, name and time: name → JSON text. Times are RFC 3339 in µs, UTC. */
  context: ReadonlyMap<string, string>
  /** All event-specific fields as one JSON object. */
  data: string
}

/** Returns the texts of the fields that `splitFields` returned for the event of this text. */
export function fieldTexts(
  text: string,
  { context, times, beside, nested, derived = {} }: SplitFields,
): FieldTexts {
  const all = members(text)
  const ofContext = new Map<string, string>()
  for (const name of columns) {
    if (context[name] === undefined) continue
    const time = times.get(name)
    if (time !== undefined) ofContext.set(name, `"${time}"`)
    else ofContext.set(name, Object.hasOwn(derived, name) ? JSON.stringify(derived[name]) : all.get(name)!)
  }
  const ofData = new Map<string, string>()
  const names = new Set(Object.keys(beside))
  for (const [name, value] of all) if (names.has(name)) ofData.set(name, value)
  if (nested) for (const [name, value] of members(all.get('event_data')!)) ofData.set(name, value)
  return { context: ofContext, data: objectText(ofData) }
}
