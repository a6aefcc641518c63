/** Linkage layer: leaves out of a large event the fields that are larger than any third party takes, before it is linked, so that linking takes
 * a bounded time. A field is left out as a whole: a part of a list would have another sum. Pure. */
import { memberSizes } from '../event/json_members.ts'
import { isPlainObject, type Members } from './values.ts'

/** Limits of the event-specific fields that links read, above what third parties document: GA4 takes 200 items, and Mixpanel 255 members.
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/sending-events#limitations
 * https://developer.mixpanel.com/reference/import-events#high-level-requirements */
export const linkLimits = {
  /** Fields of one event, and members of each object in them. */
  members: 1000,
  /** Values in all of them together: fields, elements of lists, and members of objects. */
  values: 10_000,
  /** Characters of their JSON text. Fields that end later are left out. */
  characters: 1_000_000,
} as const

/** A shorter text cannot have so many values that linking it takes long. */
const smallText = 16_384

interface BoundedEvent {
  value: Members
  /** What was left out: `event_data.items is left out: an object has more than 1000 members, or …`. */
  leftOut: readonly string[]
}

/** Returns the event without the fields that exceed what is left of the limits; undefined if none does. `text`: the event as JSON. */
export function boundedEvent(value: Members, text: string): BoundedEvent | undefined {
  if (text.length <= smallText) return undefined
  const data = value['event_data']
  if (!isPlainObject(data)) return undefined
  const { sizes, isAll } = memberSizes(text, 'event_data', linkLimits)
  const kept: [string, unknown][] = []
  const leftOut: string[] = []
  let free: number = linkLimits.values
  for (const [name, values] of sizes) {
    if (values <= free) {
      free -= values
      kept.push([name, data[name]])
    } else leftOut.push(tooLarge(name))
  }
  if (!isAll) leftOut.push(cut)
  if (leftOut.length === 0) return undefined
  return { value: { ...value, event_data: Object.fromEntries(kept) }, leftOut }
}

function tooLarge(name: string): string {
  const { values, members } = linkLimits
  return `event_data.${name.slice(0, 256)} is left out: an object has more than ${members} members, or all fields more than ${values} values`.toWellFormed()
}

const cut = `event_data is cut: links read its first ${linkLimits.members} fields and ${linkLimits.characters} characters`
