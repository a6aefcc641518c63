/** Event types: checks the files in schemas/events/. Pure. */
import { aliasProblems } from './aliases.ts'
import { contextNames } from './context.ts'
import { nameProblems, type EventType } from './event_type.ts'
import { nearest } from './nearest.ts'
import { lifecycleProblems } from './lifecycle.ts'
import { compilePattern, PatternError } from './pattern.ts'
import { isLinearInCode } from './pattern_shape.ts'

/** Returns one line per error, with its file. `declared` maps export names, which equal file names, to event types. */
export function eventTypeProblems(declared: Readonly<Record<string, EventType>>): string[] {
  return Object.entries(declared).flatMap(([key, type]) =>
    [
      ...naming(key, type, declared),
      ...fieldProblems(type),
      ...aliasProblems(type),
      ...lifecycleProblems(type),
      ...successionProblems(type, declared),
      ...patternProblems(type.fields, 'fields'),
    ].map((line) => `schemas/events/${key}.ts: ${line}`),
  )
}

function naming(key: string, { name }: EventType, declared: Readonly<Record<string, EventType>>): string[] {
  if (name === key) return nameProblems(name)
  if (declared[name]?.name === name)
    return [`the event type "${name}" is also declared in schemas/events/${name}.ts`]
  return [`the event type is named "${name}"; expected "${key}", its export name`]
}

function fieldProblems({ fields, required }: EventType): string[] {
  const names = Object.keys(fields)
  return [
    ...names
      .filter((name) => contextNames.has(name))
      .map((name) => `fields.${name} is a context field; every event has it`),
    ...required
      .filter((name) => !names.includes(name))
      .map((name) => {
        const suggestion = nearest(name, names)
        return `required names "${name}", which is not a field${suggestion === undefined ? '' : `; did you mean "${suggestion}"?`}`
      }),
  ]
}

/** The type that a deprecated one names as its successor must exist, and must not name another one that it supersedes. */
function successionProblems(
  { name, deprecation, supersedes }: EventType,
  declared: Readonly<Record<string, EventType>>,
): string[] {
  const successor = deprecation?.successor
  const types = Object.values(declared)
  const next = types.find((type) => type.name === successor)
  const previous = types.find((type) => type.name === supersedes)
  return [
    ...(successor !== undefined && !next
      ? [`deprecation.successor names "${successor}", which is not an event type`]
      : []),
    ...(next?.deprecation ? [`deprecation.successor names "${successor}", which is deprecated`] : []),
    ...(previous?.deprecation && previous.deprecation.successor !== name
      ? [`supersedes names "${supersedes}", whose deprecation.successor is not "${name}"`]
      : []),
  ]
}

/** Returns the patterns that would not run in linear time. */
function patternProblems(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([keyword, value]) =>
    keyword === 'pattern' && typeof value === 'string'
      ? patternProblem(value, place)
      : patternProblems(value, `${place}.${keyword}`),
  )
}

function patternProblem(pattern: string, place: string): string[] {
  if (isLinearInCode(pattern)) return []
  try {
    compilePattern(pattern)
    return []
  } catch (error) {
    if (error instanceof PatternError) return [`${place}: the pattern ${error.message}`]
    throw error
  }
}
