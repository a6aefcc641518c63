/** docs/targets.md: describes what a target takes, as its declaration says. */
import type { TSchema } from 'typebox'
import { erasableFields } from '../../schemas/erasable_fields.ts'
import type { Target } from '../../functions/targets/target.ts'
import { code } from '../../schemas/markdown.ts'

/** The setting with the vendor's names of events; undefined if the target has the names. */
function settingOf({ events }: Target): string | undefined {
  return events !== 'as_is' && 'setting' in events ? events.setting : undefined
}

/** The vendor's names of the standard event types: those that differ, with their types, those sent under their own name, and those that are
 * skipped. */
export function eventNamesOf({ events }: Target) {
  const entries = events === 'as_is' || 'setting' in events ? [] : Object.entries(events)
  const named = entries.filter(
    (entry): entry is [string, string] => entry[1] !== null && entry[0] !== entry[1],
  )
  return {
    renamed: Map.groupBy(named, ([, name]) => name),
    own: entries.filter(([type, name]) => type === name).map(([type]) => type),
    skipped: entries.filter(([, name]) => name === null).map(([type]) => type),
  }
}

/** A list of people takes no stored events. */
const rowsOnly = 'rows of syncs only'

export function eventsText(target: Target): string {
  if (target.audience) return rowsOnly
  const setting = settingOf(target)
  if (target.events === 'as_is') return 'all, under their own names'
  if (setting !== undefined) return `those in setting \`${setting}\``
  const { renamed, own, skipped } = eventNamesOf(target)
  const count = [...renamed.values()].reduce((sum, { length }) => sum + length, 0)
  const parts = [
    ...(count > 0 ? [`${count} under the vendor’s names`] : []),
    ...(own.length > 0 ? [`${own.length} under their own`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
  ]
  return parts.join(', ')
}

export function otherEventsText(target: Target): string {
  const { otherEvents, audience } = target
  if (audience) return rowsOnly
  const setting = settingOf(target)
  if (otherEvents === null) return setting === undefined ? 'skipped' : `those in setting \`${setting}\``
  return otherEvents === 'as_is' ? 'under their own names' : `as \`${otherEvents.name}\``
}

export function testText({ test }: Target): string {
  return test === null ? 'none' : `setting \`${test}\``
}

export function honoursText({ honours, purpose }: Target): string {
  if (honours) return `[\`${honours.flag}\`](${honours.docs})`
  return purpose === 'advertising' ? 'nothing: such events are restricted' : 'nothing'
}

export function erasureText({ erase }: Target): string {
  if (!erase) return 'no request'
  const fields = erasableFields.filter((field) => erase.supports(field))
  const all = fields.length === erasableFields.length
  return `[${all ? 'every identity field' : code(fields)}](${erase.docs})`
}

/** The fields that change a profile at the vendor. */
export function profileText({ profiles }: Target): string {
  return profiles ? `[${code(profiles.fields)}](${profiles.docs})` : 'none'
}

/** Where a link can add fields that the target does not declare. */
export function furtherFieldsText({ fields, extra }: Target): string {
  if (!fields) return 'the event is sent unchanged'
  const places = openPaths(fields).filter((path) => path !== 'extra')
  const parts = [...(extra ? ['extra.<path>'] : []), ...places.map((path) => `${path}.<name>`)]
  return parts.length === 0 ? 'none' : code(parts)
}

interface Schema {
  type?: unknown
  properties?: Readonly<Record<string, TSchema>>
  items?: TSchema
  anyOf?: readonly TSchema[]
  additionalProperties?: unknown
}

/** Paths of the objects that may have any members. */
function openPaths(schema: TSchema, path = ''): readonly string[] {
  const { type, properties = {}, items, anyOf = [], additionalProperties } = schema as Schema
  const own = type === 'object' && additionalProperties !== false && path !== '' ? [path] : []
  const below = Object.entries(properties).flatMap(([name, member]) =>
    openPaths(member, path === '' ? name : `${path}.${name}`),
  )
  const inList = items ? openPaths(items, `${path}[]`) : []
  return [...new Set([...own, ...below, ...inList, ...anyOf.flatMap((each) => openPaths(each, path))])]
}
