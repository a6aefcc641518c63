/** Settings: describes the problem of one value, with what was expected. Pure. */
import type { TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { Errors, Pointer } from 'typebox/value'
import { nearest } from '../../schemas/nearest.ts'

/** The settings are invalid and nothing was deployed. The message has a line for each problem, with the setting and what was expected. It never
 * holds a value of a destination. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

/** Optional annotations of a schema. */
export interface Described {
  description?: string
  examples?: readonly unknown[]
  properties?: Readonly<Record<string, TSchema>>
  patternProperties?: Readonly<Record<string, TSchema>>
  required?: readonly string[]
  anyOf?: readonly { const?: unknown }[]
}

/** `sluice:` and `delivery` → `sluice:delivery`; that and `maxAttempts` → `sluice:delivery.maxAttempts`. */
export function memberPath(path: string, name: string): string {
  return path.endsWith(':') ? `${path}${name}` : `${path}.${name}`
}

/** One wrong value. */
export interface FormProblem {
  /** Paths of the problem: `sluice:delivery.maxAttempts`; for an object, each missing member. */
  paths: readonly string[]
  /** One line, the path included. */
  line: string
}

/** Returns the problem of a value without named members, or of an object as a whole; undefined if there is none. */
export function valueProblem(schema: TSchema, value: unknown, path: string): FormProblem | undefined {
  const error = decisiveError(Errors(schema, value))
  if (!error) return undefined
  const expected = (Pointer.Get(schema, error.schemaPath.slice(1)) ?? {}) as Described
  const place = error.instancePath.split('/').slice(1).reduce(memberPath, path)
  return problemAt(place, fault(error, expected), Pointer.Get(value, error.instancePath), expected)
}

/** Returns the problem of an object that lacks members. */
export function missingProblem(
  names: readonly string[],
  value: unknown,
  path: string,
  schema: Described,
): FormProblem {
  return {
    ...problemAt(path, `must have ${names.join(', ')}`, value, schema),
    paths: names.map((name) => memberPath(path, name)),
  }
}

/** Returns the problem of an unknown member. `meant` is the missing member for which it was probably meant. */
export function unknownProblem(path: string, name: string, schema: Described, meant?: string): FormProblem {
  const place = memberPath(path, name)
  return {
    paths: meant === undefined ? [place] : [place, memberPath(path, meant)],
    line: `${place} is unknown. Expected: ${names(schema, name)}`,
  }
}

function problemAt(path: string, message: string, value: unknown, schema: Described): FormProblem {
  return {
    paths: [path],
    line: `${path} ${message}, got ${shown(value, path)}${hint(schema)}`,
  }
}

/** Returns the last error, which summarizes those before it; if that is of one alternative, all alternatives failed. */
function decisiveError(errors: readonly TLocalizedValidationError[]): TLocalizedValidationError | undefined {
  const last = errors.at(-1)
  const [schemaPath = '', alternative] = last?.schemaPath.split('/anyOf/') ?? []
  if (alternative === undefined) return last
  const paths = errors
    .filter((error) => error.schemaPath.startsWith(`${schemaPath}/anyOf/`))
    .map(({ instancePath }) => instancePath)
  const [instancePath = ''] = paths.toSorted((a, b) => a.length - b.length)
  return { keyword: 'anyOf', schemaPath, instancePath, params: {}, message: '' }
}

function fault(error: TLocalizedValidationError, { anyOf = [] }: Described): string {
  const choices = anyOf.flatMap((choice) => (choice.const === undefined ? [] : JSON.stringify(choice.const)))
  if (choices.length > 0) return `must be ${choices.join(' or ')}`
  return error.keyword === 'pattern' || error.keyword === 'anyOf' ? 'has the wrong form' : error.message
}

/** Lists the allowed names of an object's members, and the one that was probably meant. */
function names({ properties = {}, patternProperties = {} }: Described, given: string): string {
  const known = Object.keys(properties)
  const patterns = Object.keys(patternProperties).map((pattern) => `a name that matches ${pattern}`)
  const meant = nearest(given, known)
  return [...known, ...patterns].join(', ') + (meant === undefined ? '' : `. Did you mean ${meant}?`)
}

/** Returns the value as text; for a destination, webhook or channel only its type, because it may hold a misplaced secret. */
function shown(value: unknown, path: string): string {
  if (!/^\w+:(destinations|webhooks|sources\.\w+\.web|alertChannels)/.test(path)) return JSON.stringify(value)
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : typeof value
}

function hint({ description, examples: [example] = [] }: Described): string {
  const parts = [description, example === undefined ? undefined : `for example ${JSON.stringify(example)}`]
  const expected = parts.filter((part) => part !== undefined).join(', ')
  return expected && `. Expected: ${expected}`
}
