/** Linkage layer: describes what is wrong with the syntax of a source. */
import { Compile } from 'typebox/schema'
import { casts, consentSignals, LinkSchema, sourceForms, sourceOptions } from '../../schemas/link.ts'
import { conditionProblem } from './condition_form.ts'
import { unknownName } from './unknown_name.ts'
import { isPlainObject } from './values.ts'

const forms = [...sourceForms.keys()]
const members = new Map([...sourceForms.values()].flatMap((form) => Object.entries(form)))
const keys = [...new Set([...forms, ...sourceOptions, ...members.keys()])]

function keysOf(held: 'sources' | 'link' | 'condition'): readonly string[] {
  return keys.filter((key) => members.get(key) === held)
}

let compiled: ReturnType<typeof Compile<typeof LinkSchema>> | undefined

function isLink(value: unknown): boolean {
  return (compiled ??= Compile(LinkSchema)).Check(value)
}

const lists = { as: casts, consent: consentSignals } as const

/** Describes the syntax error of a source; undefined if there is none. */
export function shapeProblem(field: string, source: unknown): string | undefined {
  if (isLink({ [field]: source })) return undefined
  if (!isLink({ [field]: 'path' })) return `"${field}" is not a target field.`
  return (
    describeError(source) ?? `Invalid source. Expected a path or an object with one of ${forms.join(', ')}.`
  )
}

function describeError(source: unknown): string | undefined {
  if (typeof source === 'string')
    return `"${source}" is not a path. Expected names joined by dots, such as user.id.`
  if (Array.isArray(source)) return source.map(errorOfPart).find((message) => message !== undefined)
  if (!isPlainObject(source)) return undefined
  for (const [key, value] of Object.entries(source)) {
    if (!keys.includes(key)) return unknownName(`Unknown key "${key}" in a source`, key, keys)
    const listed: readonly string[] | undefined = key === 'as' || key === 'consent' ? lists[key] : undefined
    if (listed && !listed.includes(String(value)))
      return unknownName(
        `Unknown ${key === 'as' ? 'cast' : 'consent signal'} "${String(value)}"`,
        String(value),
        listed,
      )
  }
  for (const key of keysOf('condition')) {
    const problem = key in source ? conditionProblem(source[key]) : undefined
    if (problem !== undefined) return problem
  }
  const links = keysOf('link').map((key) => source[key])
  return [
    ...links.filter(isPlainObject).flatMap((link) => Object.values(link)),
    ...keysOf('sources').map((key) => source[key]),
  ]
    .map(errorOfPart)
    .find((message) => message !== undefined)
}

function errorOfPart(part: unknown): string | undefined {
  return part === undefined || part === null || isLink({ part }) ? undefined : describeError(part)
}
