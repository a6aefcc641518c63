/** Saved definitions: compares two versions and finds the version number that the change needs. */
import { canonicalJson } from './canonical_json.ts'
import type { Definition, FieldDefinition } from './definition_schema.ts'
import { lifecycleChanges } from './lifecycle_change.ts'
import type { Translation } from './translation.ts'
import { major, majorFirst, minor, patch, type DefinitionChange } from './version_change.ts'

/** The differences between two versions of an event type, major ones first; empty if they are equal. Nobody relies on a draft, so that no change
 * of one needs a major version. */
export function definitionChanges(before: Definition, after: Definition): readonly DefinitionChange[] {
  const changes = changesOf(before, after)
  if (before.status !== 'draft') return changes
  return changes.map((change) => (change.bump === 'major' ? minor(change.field, change.why) : change))
}

function changesOf(before: Definition, after: Definition): readonly DefinitionChange[] {
  const { required: was = [], mode: oldMode = 'open' } = before
  const { required: is = [], mode: newMode = 'open' } = after
  return majorFirst([
    ...fieldSetChanges(before.fields, after.fields, ''),
    ...is
      .filter((name) => !was.includes(name))
      .map((name) => major(name, 'is now required: events without it were valid before.')),
    ...was
      .filter((name) => !is.includes(name) && Object.hasOwn(after.fields, name))
      .map((name) => minor(name, 'is no longer required.')),
    ...(oldMode === newMode
      ? []
      : newMode === 'strict'
        ? [major('mode', 'is now strict: events with violations were stored before.')]
        : [minor('mode', 'is now open.')]),
    ...aliasChanges(before.aliases ?? {}, after.aliases ?? {}),
    ...lifecycleChanges(before, after),
    ...(before.description === after.description ? [] : [patch('description', 'is changed.')]),
  ])
}

function aliasChanges(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly DefinitionChange[] {
  return [
    ...Object.entries(before)
      .filter(([alias, field]) => after[alias] !== field)
      .map(([alias, field]) =>
        major(`aliases.${alias}`, `no longer stands for ${field}: events that use it lose the field.`),
      ),
    ...Object.entries(after)
      .filter(([alias]) => !Object.hasOwn(before, alias))
      .map(([alias, field]) => minor(`aliases.${alias}`, `now stands for ${field}.`)),
  ]
}

type FieldSet = Readonly<Record<string, FieldDefinition>>

function fieldSetChanges(before: FieldSet, after: FieldSet, place: string): readonly DefinitionChange[] {
  return [
    ...Object.keys(before)
      .filter((name) => !Object.hasOwn(after, name))
      .map((name) => major(place + name, 'is removed: queries that read its column fail.')),
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
    return [major(place, `is now ${after.type}, not ${before.type}: the type of its column changes.`)]
  return [
    ...valueChanges(before, after, place),
    ...boundChange(place, 'maxLength', before.maxLength ?? 1024, after.maxLength ?? 1024, 1),
    ...boundChange(place, 'maximum', before.maximum ?? Infinity, after.maximum ?? Infinity, 1),
    ...boundChange(place, 'minimum', before.minimum ?? -Infinity, after.minimum ?? -Infinity, -1),
    ...writingChange(place, 'format', before.format, after.format),
    ...writingChange(place, 'pattern', before.pattern, after.pattern),
    ...fieldSetChanges(before.fields ?? {}, after.fields ?? {}, `${place}.`),
    ...(before.items && after.items ? fieldChanges(before.items, after.items, `${place}[]`) : []),
    ...(before.description === after.description ? [] : [patch(place, 'has another description.')]),
    ...(same(before.example, after.example) ? [] : [patch(place, 'has another example.')]),
    ...((before.personal ?? false) === (after.personal ?? false)
      ? []
      : [minor(place, after.personal ? 'is now personal data.' : 'is no longer personal data.')]),
  ]
}

function valueChanges(
  { enum: was }: FieldDefinition,
  { enum: is }: FieldDefinition,
  place: string,
): DefinitionChange[] {
  if (!is) return was ? [minor(place, 'now accepts any value.')] : []
  if (!was) return [major(place, 'now accepts only listed values: others were valid before.')]
  const removed = was.filter((value) => !is.includes(value))
  if (removed.length > 0) return [major(place, `no longer accepts ${removed.join(', ')}.`)]
  return is.length > was.length ? [minor(place, 'accepts more values.')] : []
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
    ? [minor(place, `no longer has a ${keyword}.`)]
    : [major(place, `has a new ${keyword}: values that do not match it were valid before.`)]
}

/** The differences between two versions of a translation, major ones first. */
export function translationChanges(before: Translation, after: Translation): readonly DefinitionChange[] {
  const { required: was = [] } = before
  const { required: is = [] } = after
  return majorFirst([
    ...(same(before.input, after.input)
      ? []
      : [major('input', 'is changed: bodies in the previous format may be rejected.')]),
    ...eventNameChanges(before.event.name, after.event.name),
    ...(before.each === after.each ? [] : [major('each', 'is changed: a record yields other events.')]),
    ...(before.rest === after.rest
      ? []
      : after.rest === 'drop'
        ? [major('rest', 'is now dropped: fields that were kept before are lost.')]
        : [minor('rest', 'is now kept.')]),
    ...Object.keys(before.link)
      .filter((name) => !Object.hasOwn(after.link, name))
      .map((name) => major(`link.${name}`, 'is removed: the field is no longer filled.')),
    ...Object.keys(after.link)
      .filter((name) => !Object.hasOwn(before.link, name))
      .map((name) => minor(`link.${name}`, 'is new.')),
    ...Object.entries(after.link)
      .filter(([name, source]) => Object.hasOwn(before.link, name) && !same(before.link[name], source))
      .map(([name]) => major(`link.${name}`, 'has another source.')),
    ...is
      .filter((name) => !was.includes(name))
      .map((name) => major(name, 'is now required: records without it yield no event.')),
    ...was.filter((name) => !is.includes(name)).map((name) => minor(name, 'is no longer required.')),
    ...typeChanges(before.fields, after.fields),
    ...(same(before.drop ?? [], after.drop ?? []) ? [] : [minor('drop', 'lists other fields.')]),
    ...(before.description === after.description ? [] : [minor('description', 'is changed.')]),
  ])
}

/** Values that are named in addition, and what becomes of the others, change no row that is made now. */
function eventNameChanges(
  before: Translation['event']['name'],
  after: Translation['event']['name'],
): readonly DefinitionChange[] {
  const other = major('event', 'has another name: its rows appear under another event type.')
  if (!('from' in before) || !('from' in after)) return same(before, after) ? [] : [other]
  const { values: was, otherwise: oldOtherwise = 'refuse', ...source } = before
  const { values: is, otherwise = 'refuse', ...newSource } = after
  const isExtended = was && is && Object.entries(was).every(([value, name]) => is[value] === name)
  if (!same(source, newSource) || !(isExtended || same(was, is))) return [other]
  return [
    ...(same(was, is) ? [] : [minor('event', 'names more values.')]),
    ...(oldOtherwise === otherwise
      ? []
      : [minor('event', `${otherwiseWords[otherwise]}, which were ${wereWords[oldOtherwise]} before.`)]),
  ]
}

const otherwiseWords = {
  refuse: 'refuses records with other values',
  leave_out: 'leaves out records with other values',
  quarantine: 'stores records with other values in quarantine',
} as const

const wereWords = { refuse: 'refused', leave_out: 'left out', quarantine: 'stored in quarantine' } as const

/** A type is a name, or an object with options. */
function readingText(type: Translation['fields'][string] | undefined): string {
  return typeof type === 'string' ? type : JSON.stringify(type ?? '')
}

function typeChanges(was: Translation['fields'], is: Translation['fields']): DefinitionChange[] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => readingText(was[name]) !== readingText(is[name]))
    .map((name) =>
      was[name] === undefined
        ? minor(`fields.${name}`, `is read as ${readingText(is[name])}.`)
        : major(
            `fields.${name}`,
            `is read ${is[name] ? `as ${readingText(is[name])}` : 'unchanged'}, not as ${readingText(was[name])}.`,
          ),
    )
}

/** True if two values are the same JSON, in any order of members. */
function same(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b)
}
