/** Linkage layer: leaves what updates a profile out of an event that must not change it. Such an event is sent without. Pure. */
import { derivedTypes } from '../../schemas/derived_types.ts'
import type { StoredEvent } from '../bus/stored_message.ts'
import { milliseconds } from '../event/time.ts'
import type { LinkedEvent, ProfileUpdates, Target } from '../targets/target.ts'
import { identifierCheck } from './identifiers.ts'
import { isPlainObject, member, type Members } from './values.ts'

/** Age in ms from which an event is late: the profile may have changed since. The row of a sync tells what is true now, so it is never late. */
const lateMs = 3_600_000

type Gated = Pick<StoredEvent, 'name' | 'value' | 'isReplay'>

/** Returns the fields without those that update a profile, with what was left out; undefined if all may be sent. */
export type ProfileGate = (
  fields: Members,
  event: Gated,
  now: Date,
) => Required<Pick<LinkedEvent, 'fields' | 'leftOut'>> | undefined

/** Returns the gate of a destination; undefined if its target keeps no profiles and merges nobody. */
export function profileGate(
  { profiles, merges, identity }: Pick<Target, 'profiles' | 'merges' | 'identity'>,
  settings: Readonly<Record<string, unknown>>,
): ProfileGate | undefined {
  const gates = [profiles, merges]
    .filter((updates) => updates !== undefined)
    .map((updates) => gateOf(updates, identity, settings))
  const [first, second] = gates
  if (!first || !second) return first
  return (fields, event, now) => {
    const before = first(fields, event, now)
    const after = second(before?.fields ?? fields, event, now)
    return before && after ? { ...after, leftOut: [...before.leftOut, ...after.leftOut] } : (after ?? before)
  }
}

/** Returns the gate of the profiles or of the merges of a target. */
function gateOf(
  updates: ProfileUpdates,
  identity: Target['identity'],
  settings: Readonly<Record<string, unknown>>,
): ProfileGate {
  // Nobody expects profiles there, so nothing is reported as left out.
  const isUnused = updates.setting !== undefined && !settings[updates.setting]
  const isIdentified = identifierCheck(updates.identity ?? identity)

  return (fields, event, now) => {
    const present = profileFieldsIn(fields, updates.fields)
    if (present.length === 0) return undefined
    if (isUnused) return { fields: withoutAll(fields, present), leftOut: [] }
    const cause =
      causeOf(event, now) ?? (isIdentified(fields) ? undefined : 'the event does not identify the person')
    if (cause === undefined) return undefined
    return {
      fields: withoutAll(fields, present),
      leftOut: present.map((path) => `${path} is left out: ${cause}`),
    }
  }
}

/** Returns the fields without what a link adds to a profile by `extra.<path>`, with what was left out: a profile has only the fields that the target
 * declares, so that none is a subscription. */
export function withoutFurtherProfile(
  fields: Members,
  { profiles, merges }: Pick<Target, 'profiles' | 'merges'>,
): Required<Pick<LinkedEvent, 'fields' | 'leftOut'>> {
  const own = [...(profiles?.fields ?? []), ...(merges?.fields ?? [])]
  const further = own.map((path) => `extra.${path}`)
  const present = profileFieldsIn(fields, further)
  return {
    fields: withoutAll(fields, present),
    leftOut: present.map((path) => `${path} is left out: the target lists the fields of a profile`),
  }
}

function withoutAll(fields: Members, paths: readonly string[]): Members {
  return paths.reduce((left, path) => without(left, path.split('.')), fields)
}

/** Returns the paths at which the fields have a value. */
export function profileFieldsIn(fields: Members, paths: readonly string[]): readonly string[] {
  return paths.filter((path) => path.split('.').reduce<unknown>(member, fields) !== undefined)
}

function causeOf({ isReplay, name, value }: Gated, now: Date): string | undefined {
  if (isReplay) return 'a replayed event updates no profile'
  const time = value['event_time']
  const age = now.getTime() - milliseconds(typeof time === 'string' ? time : '')
  return age > lateMs && !derivedTypes.has(name)
    ? 'an event older than an hour updates no profile'
    : undefined
}

/** Returns a copy without the field. An object that it empties is left out, too. */
function without(fields: Members, [name = '', ...below]: readonly string[]): Members {
  const { [name]: value, ...others } = fields
  if (below.length === 0 || !isPlainObject(value)) return others
  const inner = without(value, below)
  return Object.keys(inner).length > 0 ? { ...fields, [name]: inner } : others
}
