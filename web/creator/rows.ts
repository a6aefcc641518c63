/** Creator: models one row per field of the records: the inference and suggestions, overridden by the user's choices. Pure. */
import type { Cast, Source } from '../../schemas/link.ts'
import { contextColumns, contextNames } from '../../schemas/context.ts'
import { sourcesIn, walk } from '../../schemas/source_walk.ts'
import type { FieldType } from '../../schemas/translation/input.ts'
import type { FieldInference } from '../../functions/translation/inference/infer.ts'
import { freeName, snakeName } from '../../functions/translation/formats/names.ts'
import type { FieldSuggestion } from '../../functions/translation/inference/suggest_links.ts'

/** The user's choices for a field. Default: as inferred. */
export interface RowChoice {
  type?: FieldType
  target?: string
  isDropped?: boolean
  isPersonal?: boolean
  isRequired?: boolean
  description?: string
  /** Default value as text. Empty: none. */
  fallback?: string
  cast?: Cast | ''
}

export interface FieldModel {
  path: string
  inference: FieldInference
  type: FieldInference['type']
  /** Name of the field in the event. */
  target: string
  isContext: boolean
  /** Reason of the suggestion. */
  reason: string | undefined
  isDropped: boolean
  /** True if another link reads the field, so that it is no event field of its own. */
  isUsed: boolean
  isPersonal: boolean
  isRequired: boolean
  description: string
  fallback: string
  cast: Cast | ''
  source: Source
  /** Problem with the name, and a valid name. */
  problem?: { message: string; suggestion?: string }
}

export type RowChoices = Readonly<Record<string, RowChoice>>

/** True if the field has a row: fields of lists belong to their list, unless records are split by it. */
function hasRow({ path, type, inList }: FieldInference, each: string | undefined): boolean {
  if (type === 'object' || path === each) return false
  if (!inList) return true
  return each !== undefined && path.startsWith(`${each}.`) && !path.slice(each.length + 1).includes('.')
}

/** The rows in the order of the fields. */
export function fieldRowsOf(
  fields: readonly FieldInference[],
  links: readonly FieldSuggestion[],
  choices: RowChoices,
  each: string | undefined,
  omitted: readonly string[] = [],
): readonly FieldModel[] {
  const used = readByOthers(links, omitted)
  const shown = fields.filter((field) => hasRow(field, each))
  const suggested = firstByPath(links)
  const taken = new Set<string>(links.map(({ target }) => target))
  const rows = shown.map((inference): FieldModel => {
    const link = suggested.get(inference.path)
    const choice = choices[inference.path] ?? {}
    const isUsed = !link && choice.target === undefined && used.has(inference.path)
    return { ...rowOf(inference, link, link?.target ?? defaultName(inference, taken, each), choice), isUsed }
  })
  return rows.map((row) => withProblem(row, rows))
}

/** The first plain link of each path. A row has one link. */
function firstByPath(links: readonly FieldSuggestion[]): ReadonlyMap<string, FieldSuggestion> {
  const first = new Map<string, FieldSuggestion>()
  for (const link of links) if (isPlain(link) && !first.has(link.path)) first.set(link.path, link)
  return first
}

/** True if the link reads one field, or the elements of one list. */
function isPlain({ source }: FieldSuggestion): boolean {
  return typeof source === 'string' || 'from' in source || 'each' in source || 'pluck' in source
}

/** The fields whose values other links read: conditions, and choices among several fields. */
function readByOthers(links: readonly FieldSuggestion[], omitted: readonly string[]): ReadonlySet<string> {
  const others = links.filter((link) => !isPlain(link) && !omitted.includes(link.target))
  return new Set(
    others.flatMap(({ target, source }) =>
      sourcesIn({ [target]: source })
        .flatMap((each) => walk(each).reads)
        .filter(({ use }) => use === 'value' || use === 'text')
        .map(({ path }) => path),
    ),
  )
}

/** The suggested links that no row shows: constants, second uses of a field, and fields that have no row. Fields that the user has left out
 * fill none, and what the user has linked comes first. */
export function furtherLinks(
  links: readonly FieldSuggestion[],
  rows: readonly FieldModel[],
  omitted: readonly string[],
): readonly FieldSuggestion[] {
  const first = firstByPath(links)
  const byPath = new Map(rows.map((row) => [row.path, row]))
  const taken = new Set(rows.filter(({ isDropped }) => !isDropped).map(({ target }) => target))
  return links.filter((link) => {
    const row = byPath.get(link.path)
    if (row && (row.isDropped || first.get(link.path) === link)) return false
    return !taken.has(link.target) && !omitted.includes(link.target)
  })
}

function defaultName({ path }: FieldInference, taken: Set<string>, each: string | undefined): string {
  const inner = each !== undefined && path.startsWith(`${each}.`) ? path.slice(each.length + 1) : path
  const name = freeName(fieldName(inner), (each) => contextNames.has(each) || taken.has(each))
  taken.add(name)
  return name
}

/** A valid field name for a path: snake_case, starting with a letter. */
export function fieldName(path: string): string {
  const name = snakeName(path.replaceAll('.', '_'))
    .replace(/_+/g, '_')
    .replace(/^_(?=[a-z])|_$/g, '')
    .replace(/^_/, 'n')
  return name.slice(0, 63) || 'field'
}

function rowOf(
  inference: FieldInference,
  link: FieldSuggestion | undefined,
  suggestedTarget: string,
  choice: RowChoice,
): FieldModel {
  const { path } = inference
  const target = choice.target ?? suggestedTarget
  const type = choice.type ?? inference.type
  const isContext = contextNames.has(target)
  const isAsSuggested = link !== undefined && target === link.target && choice.type === undefined
  const cast = choice.cast ?? castFor(target, type, isAsSuggested ? link.source : undefined)
  const fallback = choice.fallback ?? ''
  const row = {
    path,
    inference,
    type,
    target,
    isContext,
    reason: isAsSuggested ? link.why : undefined,
    isDropped: choice.isDropped ?? (inference.examples.length === 0 || inference.leftOut !== undefined),
    isPersonal:
      choice.isPersonal ?? (contextOf(target)?.personal === true || inference.personal !== undefined),
    isRequired: choice.isRequired ?? false,
    description: choice.description ?? `${sentence(path)}, as the source sends it.`,
    fallback,
    cast,
    isUsed: false,
  }
  const keepsSource = isAsSuggested && choice.cast === undefined && fallback === ''
  return { ...row, source: keepsSource ? link.source : sourceOf(row) }
}

function contextOf(target: string) {
  return contextColumns.find(({ name }) => name === target)
}

/** The cast to the column type of a context field. */
function castFor(target: string, type: FieldModel['type'], source: Source | undefined): Cast | '' {
  if (typeof source === 'object' && source.as !== undefined) return source.as
  const column = contextOf(target)?.column
  if (column === 'TIMESTAMP') return 'iso'
  return column === 'STRING' && ['integer', 'number', 'number_comma', 'boolean'].includes(type)
    ? 'string'
    : ''
}

function sourceOf({
  path,
  cast,
  fallback,
  type,
}: Pick<FieldModel, 'path' | 'cast' | 'fallback' | 'type'>): Source {
  if (cast === '' && fallback === '') return path
  return {
    from: path,
    ...(fallback !== '' && { default: constantOf(fallback, type) }),
    ...(cast !== '' && { as: cast }),
  }
}

/** Converts typed text to a value of the field's type. */
function constantOf(text: string, type: FieldModel['type']): string | number | boolean {
  const isNumber = ['integer', 'number', 'number_comma'].includes(type)
  if (isNumber && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (type === 'boolean' && /^(true|false)$/i.test(text.trim())) return /true/i.test(text)
  return text
}

function withProblem(row: FieldModel, rows: readonly FieldModel[]): FieldModel {
  if (row.isDropped) return row
  const message = problemOf(row, rows)
  if (message === undefined) return row
  const suggestion = fieldName(row.target)
  const isFree = !rows.some(({ target, isDropped }) => !isDropped && target === suggestion)
  return { ...row, problem: { message, ...(isFree && suggestion !== row.target && { suggestion }) } }
}

function problemOf({ target, path }: FieldModel, rows: readonly FieldModel[]): string | undefined {
  const name = target.startsWith('event_data.') ? target.slice('event_data.'.length) : target
  if (name === '') return 'needs a name'
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name))
    return 'must be snake_case: lowercase letters, digits and underscores'
  if (target === 'event_name') return 'is set in step 2'
  if (target === 'event_data') return 'is reserved for the object that contains the event fields'
  const other = rows.find((row) => row.target === target && row.path !== path && !row.isDropped)
  return other && `is also the name of ${other.path}`
}

/** `order_total` → `Order total` */
export function sentence(name: string): string {
  const words = snakeName(name.replaceAll('.', '_')).replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
