/** Translation layer: compiles a translation to a function from a record to events. Pure; also runs in browsers. */
import { contextNames } from '../../schemas/context.ts'
import type { Translation } from '../../schemas/translation.ts'
import { translationLimits } from '../../schemas/translation/input.ts'
import { describeGot } from '../event/violations.ts'
import { compileClosures } from '../linkage/closures.ts'
import { presentValue, isPlainObject, type Members } from '../linkage/values.ts'
import { freeName } from './formats/names.ts'
import { compileReading, type TranslationViolation } from './read_fields.ts'
import { compileDrop, compileRest } from './unmapped_fields.ts'
import { otherName } from './other_name.ts'

/** The result for a record, or for one element of the list that it is split by. */
type Translated = {
  /** Index of the element, from 0. */
  element?: number
} & (
  | {
      event: Members
      /** True if its name is in no list of the translation: it goes to quarantine. */
      isUnnamed?: true
    }
  | { violations: readonly TranslationViolation[] }
  /** The translation leaves records of other names out. */
  | { isLeftOut: true }
)

export type Translate = (record: Members) => readonly Translated[]

const nonEmptyList = 'a list with one element or more'

/** Creates the function that translates one record, which it does not modify. Throws if the translation is invalid. */
export function compileTranslation(translation: Translation): Translate {
  const { each, event, link, required = [] } = translation
  const readOuter = compileReading(translation, (path) => !isWithin(path, each))
  // The list that a record is split by may be a single element in any case.
  const readElement = compileReading(
    translation,
    (path) => isWithin(path, each) && !(path === each && translation.fields[path] === 'list'),
  )
  const { source, nameOf, otherwise } = otherName(event.name)
  const linkFields = compileClosures({ ...link, event_name: source })
  const restOf = compileRest(translation)
  const withoutDropped = compileDrop(translation)

  const make = (whole: Members, element?: number): Translated => {
    const record = withoutDropped(whole)
    const position = element === undefined ? {} : { element }
    const linked = linkFields(record)
    const isUnnamed = linked['event_name'] === undefined && otherwise !== 'refuse'
    if (isUnnamed && otherwise === 'leave_out') return { ...position, isLeftOut: true }
    if (isUnnamed) {
      const named = { ...linked, event_name: nameOf(record) }
      return { ...position, event: asEvent(named, restOf(record)), isUnnamed }
    }
    const missing = [
      ...(linked['event_name'] === undefined ? ['event_name'] : []),
      ...required.filter((field) => at(linked, field) === undefined),
    ]
    if (missing.length > 0)
      return {
        ...position,
        violations: missing.map((field) => ({ field, expected: 'a value', got: 'nothing' })),
      }
    return { ...position, event: asEvent(linked, restOf(record)) }
  }

  return (record) => {
    const outer = readOuter(record)
    if ('violations' in outer) return [outer]
    if (each === undefined) return [make(outer.record)]
    const list = at(outer.record, each)
    // In XML, a list of one element is read as that element.
    const elements = Array.isArray(list)
      ? (list as readonly unknown[])
      : presentValue(list) === undefined
        ? []
        : [list]
    const limit = translationLimits.eventsPerRecord
    if (elements.length === 0 || elements.length > limit) {
      const violation =
        elements.length === 0
          ? { field: each, expected: nonEmptyList, got: describeGot(list) }
          : { field: each, expected: `at most ${limit} elements`, got: `${elements.length}` }
      return [{ violations: [violation] }]
    }
    return elements.map((value, element) => {
      const inner = readElement(withValue(outer.record, each.split('.'), value))
      return 'violations' in inner ? { element, ...inner } : make(inner.record, element)
    })
  }
}

function isWithin(path: string, each: string | undefined): boolean {
  return each !== undefined && (path === each || path.startsWith(`${each}.`))
}

function at(record: Members, path: string): unknown {
  let value: unknown = record
  for (const name of path.split('.'))
    value = isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return presentValue(value)
}

/** Returns a copy of the record with another value at the path. */
function withValue(record: Members, [name = '', ...others]: readonly string[], value: unknown): Members {
  const inner = record[name]
  return {
    ...record,
    [name]: others.length === 0 ? value : withValue(isPlainObject(inner) ? inner : {}, others, value),
  }
}

/** Returns the event: context fields at the top, all others in `event_data`, where no name is a context field. */
function asEvent(linked: Members, rest: Members): Members {
  const event: Record<string, unknown> = {}
  const data: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(linked)) {
    if (name === 'event_data' && isPlainObject(value)) Object.assign(data, value)
    else if (contextNames.has(name)) event[name] = value
    else data[name] = value
  }
  for (const [name, value] of Object.entries(rest))
    data[freeName(name, (each) => Object.hasOwn(data, each))] = value
  return Object.keys(data).length > 0 ? { ...event, event_data: data } : event
}
