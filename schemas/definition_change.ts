/** Saved definitions: what a change means for those who rely on the version before, and which version it needs to become. */
import type { Definition, FieldDefinition } from './definition.ts'
import type { Translation } from './translation.ts'

export type Bump = 'major' | 'minor'

/** One difference. */
export interface DefinitionChange {
  /** Place in the definition or translation. */
  field: string
  bump: Bump
  /** What has changed, and why that is a major change. One sentence. */
  why: string
}

function major(field: string, why: string): DefinitionChange {
  return { field, bump: 'major', why }
}

function minor(field: string, why: string): DefinitionChange {
  return { field, bump: 'minor', why }
}

/** The differences between two versions of an event type, the grave ones first; none when they say the same. */
export function definitionChanges(before: Definition, after: Definition): readonly DefinitionChange[] {
  const { required: was = [], mode: oldMode = 'open' } = before
  const { required: is = [], mode: newMode = 'open' } = after
  return majorFirst([
    ...fieldSetChanges(before.fields, after.fields, ''),
    ...is
      .filter((name) => !was.includes(name))
      .map((name) => major(name, 'is required now: an event without it was valid before.')),
    ...was
      .filter((name) => !is.includes(name) && Object.hasOwn(after.fields, name))
      .map((name) => minor(name, 'is no longer required.')),
    ...(oldMode === newMode
      ? []
      : newMode === 'strict'
        ? [major('mode', 'is strict now: an event that breaks the definition was stored before.')]
        : [minor('mode', 'is open now.')]),
    ...(before.description === after.description ? [] : [minor('description', 'is worded anew.')]),
  ])
}

type FieldSet = Readonly<Record<string, FieldDefinition>>

function fieldSetChanges(before: FieldSet, after: FieldSet, place: string): readonly DefinitionChange[] {
  return [
    ...Object.keys(before)
      .filter((name) => !Object.hasOwn(after, name))
      .map((name) => major(place + name, 'is gone: queries that read its column would fail.')),
    ...Object.keys(after)
      .filter((name) => !Object.hasOwn(before, name))
      .map((name) => minor(place + name, 'is new.')),
    ...Object.entries(after).flatMap(([name, field]) =>
      Object.hasOwn(before, name) ? fieldChanges(before[name]!, field, place + name) : [],
    ),
  ]
}

function fieldChanges(
  before: FieldDefinition,
  after: FieldDefinition,
  place: string,
): readonly DefinitionChange[] {
  if (before.type !== after.type)
    return [major(place, `is ${after.type} instead of ${before.type}: the type of its column changes.`)]
  return [
    ...valueChanges(before, after, place),
    ...boundChange(place, 'maxLength', before.maxLength ?? 1024, after.maxLength ?? 1024, 1),
    ...boundChange(place, 'maximum', before.maximum ?? Infinity, after.maximum ?? Infinity, 1),
    ...boundChange(place, 'minimum', before.minimum ?? -Infinity, after.minimum ?? -Infinity, -1),
    ...writingChange(place, 'format', before.format, after.format),
    ...writingChange(place, 'pattern', before.pattern, after.pattern),
    ...fieldSetChanges(before.fields ?? {}, after.fields ?? {}, `${place}.`),
    ...(before.items && after.items ? fieldChanges(before.items, after.items, `${place}[]`) : []),
    ...(before.description === after.description ? [] : [minor(place, 'is described anew.')]),
    ...(same(before.example, after.example) ? [] : [minor(place, 'has another example.')]),
    ...((before.personal ?? false) === (after.personal ?? false)
      ? []
      : [minor(place, after.personal ? 'is personal data now.' : 'is no longer personal data.')]),
  ]
}

function valueChanges(
  { enum: was }: FieldDefinition,
  { enum: is }: FieldDefinition,
  place: string,
): DefinitionChange[] {
  if (!is) return was ? [minor(place, 'takes any value now.')] : []
  if (!was) return [major(place, 'takes only listed values now: others were valid before.')]
  const gone = was.filter((value) => !is.includes(value))
  if (gone.length > 0) return [major(place, `no longer takes ${gone.join(', ')}, valid before.`)]
  return is.length > was.length ? [minor(place, 'takes further values.')] : []
}

/** `sign`: 1 for an upper bound, -1 for a lower one. */
function boundChange(
  place: string,
  keyword: string,
  was: number,
  is: number,
  sign: 1 | -1,
): DefinitionChange[] {
  if (was === is) return []
  return sign * is < sign * was
    ? [major(place, `has a narrower ${keyword}: values beyond it were valid before.`)]
    : [minor(place, `has a wider ${keyword}.`)]
}

function writingChange(place: string, keyword: string, was?: string, is?: string): DefinitionChange[] {
  if (was === is) return []
  return is === undefined
    ? [minor(place, `needs no ${keyword} any more.`)]
    : [major(place, `needs another ${keyword}: values in the former one were valid before.`)]
}

/** The differences between two versions of a translation, the grave ones first. */
export function translationChanges(before: Translation, after: Translation): readonly DefinitionChange[] {
  const { required: was = [] } = before
  const { required: is = [] } = after
  return majorFirst([
    ...(same(before.input, after.input)
      ? []
      : [major('input', 'is read in another way: a body written as before may not be understood.')]),
    ...(same(before.event, after.event)
      ? []
      : [major('event', 'has another name: its rows would no longer be where they were.')]),
    ...(before.each === after.each ? [] : [major('each', 'makes another number of events of a record.')]),
    ...(before.rest === after.rest
      ? []
      : after.rest === 'drop'
        ? [major('rest', 'is dropped now: fields that were kept are lost.')]
        : [minor('rest', 'is kept now.')]),
    ...Object.keys(before.link)
      .filter((name) => !Object.hasOwn(after.link, name))
      .map((name) => major(`link.${name}`, 'is no longer filled.')),
    ...Object.keys(after.link)
      .filter((name) => !Object.hasOwn(before.link, name))
      .map((name) => minor(`link.${name}`, 'is filled, too.')),
    ...Object.entries(after.link)
      .filter(([name, source]) => Object.hasOwn(before.link, name) && !same(before.link[name], source))
      .map(([name]) => major(`link.${name}`, 'comes from somewhere else.')),
    ...is
      .filter((name) => !was.includes(name))
      .map((name) => major(name, 'is required now: of a record without it no event is made.')),
    ...was.filter((name) => !is.includes(name)).map((name) => minor(name, 'is no longer required.')),
    ...typeChanges(before.fields, after.fields),
    ...(same(before.drop ?? [], after.drop ?? []) ? [] : [minor('drop', 'names other fields.')]),
    ...(before.description === after.description ? [] : [minor('description', 'is worded anew.')]),
  ])
}

function typeChanges(was: Translation['fields'], is: Translation['fields']): DefinitionChange[] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => was[name] !== is[name])
    .map((name) =>
      was[name] === undefined
        ? minor(`fields.${name}`, `is read as ${is[name]}.`)
        : major(`fields.${name}`, `is read as ${is[name] ?? 'it comes'} instead of ${was[name]}.`),
    )
}

/** What the differences need together; undefined when there are none. */
export function bumpOf(changes: readonly DefinitionChange[]): Bump | undefined {
  return changes.some(({ bump }) => bump === 'major') ? 'major' : changes.length > 0 ? 'minor' : undefined
}

/** The version after one: 1.4 → 2.0 or 1.5. */
export function nextVersion(version: string, bump: Bump): string {
  const [majorPart = 0, minorPart = 0] = version.split('.').map(Number)
  return bump === 'major' ? `${majorPart + 1}.0` : `${majorPart}.${minorPart + 1}`
}

function majorFirst(changes: readonly DefinitionChange[]): readonly DefinitionChange[] {
  return changes.toSorted((a, b) => Number(b.bump === 'major') - Number(a.bump === 'major'))
}

/** Whether two values are the same JSON, whatever the order of members. */
function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b)
}

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_name, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ''
  )
}
