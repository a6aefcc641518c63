/** Settings: finds every value that does not match its schema, not only the first. Pure. */
import type { TSchema } from 'typebox'
import { nearest } from '../../schemas/nearest.ts'
import {
  memberPath,
  missingProblem,
  unknownProblem,
  valueProblem,
  type Described,
  type FormProblem,
} from './error.ts'

interface Keywords extends Described {
  items?: TSchema
  additionalProperties?: unknown
}

/** Returns the problems of a value and of its members, in their order. `path` is the path of the value; `sluice:` for all settings. An
 * undefined member counts as absent. */
export function formProblems(schema: TSchema, value: unknown, path: string): readonly FormProblem[] {
  const keywords = schema as Keywords
  const inner = membersOf(keywords, value, path)
  if (inner.length > 0) return inner
  const own = valueProblem(schema, value, path)
  return own ? [own] : []
}

/** Returns the problems of the elements of a list or of the members of an object. */
function membersOf(schema: Keywords, value: unknown, path: string): readonly FormProblem[] {
  const { items, properties, patternProperties } = schema
  if (Array.isArray(value))
    return items
      ? value.flatMap((element, index) => formProblems(items, element, memberPath(path, String(index))))
      : []
  return isObject(value) && (properties ?? patternProperties) ? objectProblems(schema, value, path) : []
}

function objectProblems(
  schema: Keywords,
  value: Readonly<Record<string, unknown>>,
  path: string,
): readonly FormProblem[] {
  const { properties = {}, patternProperties = {}, required = [], additionalProperties } = schema
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const schemaOf = (name: string): TSchema | undefined =>
    Object.hasOwn(properties, name)
      ? properties[name]
      : Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern).test(name))?.[1]
  const unknown = members
    .map(([name]) => name)
    .filter((name) => additionalProperties === false && schemaOf(name) === undefined)
  const absent = required.filter((name) => value[name] === undefined)
  // A misspelled name is reported as unknown; the member that was meant is not also reported as missing.
  const misspelled = new Map(
    unknown.map((name) => [name, absent.find((each) => each === nearest(name, Object.keys(properties)))]),
  )
  const missing = absent.filter((name) => ![...misspelled.values()].includes(name))
  return [
    ...members.flatMap(([name, member]) => {
      const known = schemaOf(name)
      return known ? formProblems(known, member, memberPath(path, name)) : []
    }),
    ...unknown.map((name) => unknownProblem(path, name, schema, misspelled.get(name))),
    ...(missing.length > 0 ? [missingProblem(missing, value, path, schema)] : []),
  ]
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
