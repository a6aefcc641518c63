/** Linkage layer: describes what is wrong with the syntax of a source. */
import { Compile } from 'typebox/schema'
import {
  calculations,
  casts,
  consentSignals,
  LinkSchema,
  sourceForms,
  sourceOptions,
} from '../../schemas/link.ts'
import { conditionProblem } from './condition_form.ts'
import { kindOfValue } from './kinds.ts'
import { unknownName } from './unknown_name.ts'
import { isPlainObject, type Members } from './values.ts'

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
  const incomplete = memberProblem(source)
  if (incomplete !== undefined) return incomplete
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

/** Form → the member that it needs beside its own. */
const needed = { each: 'map', when: 'then', lookup: 'key', time: 'format' } as const

/** Describes a member that is missing, and a wrong number of operands. */
function memberProblem(source: Members): string | undefined {
  for (const [form, member] of Object.entries(needed))
    if (form in source && !(member in source)) return `The source "${form}" needs "${member}".`
  for (const calculation of calculations) {
    const operands = source[calculation]
    if (operands === undefined) continue
    const isPair = calculation === 'subtract' || calculation === 'divide'
    const count = Array.isArray(operands) ? operands.length : 0
    if (isPair ? count !== 2 : count < 2)
      return `The source "${calculation}" needs a list of ${isPair ? 'two' : 'two or more'} operands; got ${Array.isArray(operands) ? count : kindOfValue(operands)}.`
  }
  return undefined
}

function errorOfPart(part: unknown): string | undefined {
  return part === undefined || part === null || isLink({ part }) ? undefined : describeError(part)
}
