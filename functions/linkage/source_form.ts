/** Linkage layer: says what is wrong with the form of a source that people wrote by hand. */
import { Compile } from 'typebox/schema'
import { casts, consentSignals, LinkSchema, sourceForms, sourceOptions } from '../../schemas/link.ts'
import { nearest } from '../../schemas/nearest.ts'
import { isPlainObject } from './values.ts'

const forms = [...sourceForms.keys()]
const members = new Map([...sourceForms.values()].flatMap((form) => Object.entries(form)))
const keys = [...new Set([...forms, ...sourceOptions, ...members.keys()])]

function keysOf(held: 'sources' | 'link'): readonly string[] {
  return keys.filter((key) => members.get(key) === held)
}

let compiled: ReturnType<typeof Compile<typeof LinkSchema>> | undefined

function isLink(value: unknown): boolean {
  return (compiled ??= Compile(LinkSchema)).Check(value)
}

const lists = { as: casts, consent: consentSignals } as const

/** What is wrong with the form of a source; undefined when nothing is. */
export function shapeProblem(field: string, source: unknown): string | undefined {
  if (isLink({ [field]: source })) return undefined
  if (!isLink({ [field]: 'path' })) return `"${field}" is no target field.`
  return wordsOf(source) ?? `This is no source: a path or an object with one of ${forms.join(', ')}.`
}

function wordsOf(source: unknown): string | undefined {
  if (typeof source === 'string') return `"${source}" is no path: names joined by dots, such as user.id.`
  if (Array.isArray(source)) return source.map(partOf).find((words) => words !== undefined)
  if (!isPlainObject(source)) return undefined
  for (const [key, value] of Object.entries(source)) {
    if (!keys.includes(key)) return unknown(`a source has no "${key}"`, key, keys)
    const listed: readonly string[] | undefined = key === 'as' || key === 'consent' ? lists[key] : undefined
    if (listed && !listed.includes(String(value)))
      return unknown(
        `there is no ${key === 'as' ? 'cast' : 'consent'} ${JSON.stringify(value)}`,
        String(value),
        listed,
      )
  }
  const links = keysOf('link').map((key) => source[key])
  return [
    ...links.filter(isPlainObject).flatMap((link) => Object.values(link)),
    ...keysOf('sources').map((key) => source[key]),
  ]
    .map(partOf)
    .find((words) => words !== undefined)
}

/** Of a part that is right, nothing is said. */
function partOf(part: unknown): string | undefined {
  return part === undefined || part === null || isLink({ part }) ? undefined : wordsOf(part)
}

function unknown(what: string, word: string, known: readonly string[]): string {
  const near = nearest(word, known)
  const words = what.charAt(0).toUpperCase() + what.slice(1)
  return near === undefined
    ? `${words}. There are: ${known.join(', ')}.`
    : `${words}; did you mean "${near}"?`
}
