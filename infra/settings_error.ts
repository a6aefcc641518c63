/** Settings: says what is wrong with one value, in words that lead to the right one. Pure. */
import type { TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { Errors, Pointer } from 'typebox/value'
import { nearest } from '../schemas/nearest.ts'

/** Nothing can be deployed with these settings; the message has a line for each fault, which names the setting and says what was
 * expected. Never holds what a destination is configured with. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

/** What a schema says of itself, where it does. */
export interface Described {
  description?: string
  examples?: readonly unknown[]
  properties?: Readonly<Record<string, TSchema>>
  patternProperties?: Readonly<Record<string, TSchema>>
  required?: readonly string[]
  anyOf?: readonly { const?: unknown }[]
}

/** `sluice:` and `delivery` → `sluice:delivery`; that and `maxAttempts` → `sluice:delivery.maxAttempts`. */
export const memberPath = (path: string, name: string): string =>
  path.endsWith(':') || path === '' ? `${path}${name}` : `${path}.${name}`

/** One wrong value. */
export interface FormProblem {
  /** What is wrong, `sluice:delivery.maxAttempts`; of members that are absent the first. */
  path: string
  /** One line, the path included. */
  line: string
}

/** What is wrong with a value that has no named members, or with an object as a whole; undefined when nothing is. */
export const valueProblem = (schema: TSchema, value: unknown, path: string): FormProblem | undefined => {
  const error = tellingOf(Errors(schema, value))
  if (!error) return undefined
  const expected = (Pointer.Get(schema, error.schemaPath.slice(1)) ?? {}) as Described
  const place = error.instancePath.split('/').slice(1).reduce(memberPath, path)
  return told(place, fault(error, expected), Pointer.Get(value, error.instancePath), expected)
}

/** An object lacks members. */
export const missingProblem = (
  names: readonly string[],
  value: unknown,
  path: string,
  schema: Described,
): FormProblem => ({
  ...told(path, `must have ${names.join(', ')}`, value, schema),
  path: memberPath(path, names[0] ?? ''),
})

/** A member has a name that nobody knows. */
export const unknownProblem = (path: string, name: string, schema: Described): FormProblem => {
  const place = memberPath(path, name)
  return { path: place, line: `${place} is unknown. Expected: ${names(schema, name)}` }
}

const told = (path: string, words: string, value: unknown, schema: Described): FormProblem => ({
  path,
  line: `${path} ${words}, got ${shown(value, path)}${hint(schema)}`,
})

/** The last error, which sums up those before it; where that is one failed alternative of several, all of them failed. */
const tellingOf = (errors: readonly TLocalizedValidationError[]): TLocalizedValidationError | undefined => {
  const last = errors.at(-1)
  const [schemaPath = '', alternative] = last?.schemaPath.split('/anyOf/') ?? []
  if (alternative === undefined) return last
  const paths = errors
    .filter((error) => error.schemaPath.startsWith(`${schemaPath}/anyOf/`))
    .map(({ instancePath }) => instancePath)
  const [instancePath = ''] = paths.toSorted((a, b) => a.length - b.length)
  return { keyword: 'anyOf', schemaPath, instancePath, params: {}, message: '' }
}

const fault = (error: TLocalizedValidationError, { anyOf = [] }: Described): string => {
  const choices = anyOf.flatMap((choice) => (choice.const === undefined ? [] : JSON.stringify(choice.const)))
  if (choices.length > 0) return `must be ${choices.join(' or ')}`
  return error.keyword === 'pattern' || error.keyword === 'anyOf' ? 'has the wrong form' : error.message
}

/** The names that an object may have, and the one that was probably meant. */
const names = ({ properties = {}, patternProperties = {} }: Described, given: string): string => {
  const known = Object.keys(properties)
  const patterns = Object.keys(patternProperties).map((pattern) => `a name that matches ${pattern}`)
  const meant = nearest(given, known)
  return [...known, ...patterns].join(', ') + (meant === undefined ? '' : `. Did you mean ${meant}?`)
}

/** The value, except of a destination or webhook, where a secret may have been put in the wrong place. */
const shown = (value: unknown, path: string): string => {
  if (!/^\w+:(destinations|webhooks)/.test(path)) return JSON.stringify(value)
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : typeof value
}

const hint = ({ description, examples: [example] = [] }: Described): string => {
  const parts = [description, example === undefined ? undefined : `for example ${JSON.stringify(example)}`]
  const told = parts.filter((part) => part !== undefined).join(', ')
  return told && `. Expected: ${told}`
}
