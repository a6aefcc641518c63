/** Settings: says what is wrong with one, in words that lead to the right value. Pure. */
import type { TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { Errors, Pointer } from 'typebox/value'
import { nearest } from '../schemas/nearest.ts'

/** A setting is wrong; the message names it and says what was expected. Never holds what a destination is configured with. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** A problem with the settings, in one or two sentences; undefined when there is none. */
export const settingProblem = (schema: TSchema, settings: unknown, namespace: string): string | undefined => {
  const error = tellingOf(Errors(schema, settings))
  if (!error) return undefined
  const expected = (Pointer.Get(schema, error.schemaPath.slice(1)) ?? {}) as Described
  if (error.keyword === 'additionalProperties') {
    const [name = ''] = error.params.additionalProperties
    return `${pathOf(namespace, `${error.instancePath}/${name}`)} is unknown. Expected: ${names(expected, name)}`
  }
  return `${pathOf(namespace, error.instancePath)} ${fault(error, expected)}, got ${shown(settings, error.instancePath)}${hint(expected)}`
}

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

/** What a schema says of itself, where it does. */
interface Described {
  description?: string
  examples?: readonly unknown[]
  properties?: object
  patternProperties?: object
  anyOf?: readonly { const?: unknown }[]
}

/** `/delivery/maxAttempts` → `sluice:delivery.maxAttempts` */
const pathOf = (namespace: string, pointer: string): string =>
  `${namespace}:${pointer.slice(1).replaceAll('/', '.')}`

const fault = (error: TLocalizedValidationError, { anyOf = [] }: Described): string => {
  const choices = anyOf.flatMap((choice) => (choice.const === undefined ? [] : JSON.stringify(choice.const)))
  if (choices.length > 0) return `must be ${choices.join(' or ')}`
  switch (error.keyword) {
    case 'pattern':
    case 'anyOf':
      return 'has the wrong form'
    case 'required':
      return `must have ${error.params.requiredProperties.join(', ')}`
    default:
      return error.message
  }
}

/** The names that an object may have, and the one that was probably meant. */
const names = ({ properties = {}, patternProperties = {} }: Described, given: string): string => {
  const known = Object.keys(properties)
  const patterns = Object.keys(patternProperties).map((pattern) => `a name that matches ${pattern}`)
  const meant = nearest(given, known)
  return [...known, ...patterns].join(', ') + (meant === undefined ? '' : `. Did you mean ${meant}?`)
}

/** The value, except of a destination or webhook, where a secret may have been put in the wrong place. */
const shown = (settings: unknown, pointer: string): string => {
  const value: unknown = Pointer.Get(settings, pointer)
  if (!/^\/(destinations|webhooks)/.test(pointer)) return JSON.stringify(value)
  return Array.isArray(value) ? 'an array' : typeof value
}

const hint = ({ description, examples: [example] = [] }: Described): string => {
  const parts = [description, example === undefined ? undefined : `for example ${JSON.stringify(example)}`]
  const told = parts.filter((part) => part !== undefined).join(', ')
  return told && `. Expected: ${told}`
}
