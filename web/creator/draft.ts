/** Creator: builds the translation and the definition from the user's choices. Pure. */
import { contextNames } from '../../schemas/context.ts'
import type { Definition, FieldDefinition } from '../../schemas/definition_schema.ts'
import type { Source } from '../../schemas/link.ts'
import type { Translation, TranslationInput } from '../../schemas/translation.ts'
import { isPlainObject } from '../../functions/linkage/values.ts'
import { infer, type FieldInference } from '../../functions/translation/inference/infer.ts'
import type { FieldSuggestion } from '../../functions/translation/inference/suggest_links.ts'
import { fieldName, sentence, type FieldModel } from './rows.ts'

/** A field of the event that is not read from a single field of the record. */
export interface Extra {
  id: number
  kind: 'constant' | 'combined'
  target: string
  /** The constant, or the template: `{first_name} {last_name}`. */
  value: string
}

export interface Shape {
  translationName: string
  input: TranslationInput
  name: Translation['event']['name']
  fields: readonly FieldInference[]
  rows: readonly FieldModel[]
  extras: readonly Extra[]
  /** Suggested links without a row. */
  further: readonly FieldSuggestion[]
  /** Fields of the event without which the records of the sender are something else. */
  required: readonly string[]
  /** Links of the context field `consent`. */
  consent: Readonly<Record<string, Source>>
  /** Of the version; empty for none. */
  description: string
  each: string | undefined
  rest: Translation['rest']
}

/** The translation, with version 1.0. */
export function translationOfDraft(shape: Shape): Translation {
  const {
    translationName: name,
    input,
    rows,
    extras,
    further,
    consent,
    description,
    each,
    rest,
    fields,
  } = shape
  const kept = rows.filter(({ isDropped, isUsed }) => !isDropped && !isUsed)
  const dropped = rows.filter(({ isDropped }) => isDropped).map(({ path }) => path)
  const asked = kept.filter(({ isRequired }) => isRequired).map(({ target }) => target)
  const link: Record<string, Source> = Object.create(null) as Record<string, Source>
  for (const { target, source } of [...further, ...kept]) link[target] = source
  for (const { target, kind, value } of extras)
    if (target !== '' && value !== '')
      link[target] = kind === 'constant' ? { const: value } : { template: value }
  const required = [...new Set([...asked, ...shape.required.filter((field) => field in link)])]
  return {
    name,
    version: '1.0',
    ...(description !== '' && { description }),
    input,
    fields: typesOf(rows, fields),
    event: { name: shape.name },
    ...(each !== undefined && { each }),
    link: { ...link, ...consent },
    ...(required.length > 0 && { required }),
    rest,
    ...(rest === 'keep' && dropped.length > 0 && { drop: dropped }),
  }
}

/** The types that texts are read as, unless they follow from the record. Includes the fields of lists. */
function typesOf(rows: readonly FieldModel[], fields: readonly FieldInference[]): Translation['fields'] {
  const chosen = new Map(rows.map((row) => [row.path, row]))
  return Object.fromEntries(
    fields.flatMap(({ path, type, declared }) => {
      const row = chosen.get(path)
      if (row?.isDropped) return []
      const readAs = row?.type ?? type
      if (readAs === 'object' || (readAs === 'list' && !declared)) return []
      return declared || readAs !== type ? [[path, readAs]] : []
    }),
  )
}

/** The definition of the event fields, with version 1.0. `values` returns the sample values of a field. */
export function definitionOf(
  { name, description, mode }: Pick<Definition, 'name' | 'description'> & { mode: 'open' | 'strict' },
  { rows, extras }: Pick<Shape, 'rows' | 'extras'>,
  values: (target: string) => readonly unknown[],
): Definition {
  const eventFields = rows.filter(({ isDropped, isContext }) => !isDropped && !isContext)
  const fields: Record<string, FieldDefinition> = {}
  for (const row of eventFields) {
    const field = fieldOf(values(row.target), row.type, row.description, row.isPersonal)
    if (field) fields[row.target] = field
  }
  for (const { target, kind, value } of extras)
    if (target !== '' && value !== '' && !contextNames.has(target))
      fields[target] = {
        type: 'string',
        description:
          kind === 'constant' ? 'Constant for all events of this source.' : 'Combined from other fields.',
        example: kind === 'constant' ? value : textOf(values(target)[0]),
      }
  const required = eventFields
    .filter(({ isRequired, target }) => isRequired && target in fields)
    .map(({ target }) => target)
  return {
    name,
    version: '1.0',
    description,
    ...(mode === 'strict' && { mode }),
    fields,
    ...(required.length > 0 && { required }),
  }
}

/** The draft with what no sample shows of the saved definition: the aliases of the fields that it still has, and its lifecycle. */
export function withUnshownOf(saved: Definition, found: Definition): Definition {
  const { aliases = {}, owner, status, deprecation, supersedes } = saved
  const kept = Object.entries(aliases).filter(
    ([, field]) => contextNames.has(field) || Object.hasOwn(found.fields, field),
  )
  return {
    ...found,
    ...(kept.length > 0 && { aliases: Object.fromEntries(kept) }),
    ...(owner !== undefined && { owner }),
    ...(status && { status }),
    ...(deprecation && { deprecation }),
    ...(supersedes !== undefined && { supersedes }),
  }
}

/** The saved definition with the fields that only the draft has. Whatever is valid now stays valid. */
export function extendedDefinition(saved: Definition, found: Definition): Definition {
  return { ...saved, description: found.description, fields: { ...found.fields, ...saved.fields } }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : 'example'
}

const days = /^\d{4}-\d\d-\d\d$/

/** Infers the definition of a field from its values; undefined without values. Personal values are not used as examples. */
function fieldOf(
  values: readonly unknown[],
  type: FieldInference['type'],
  description: string,
  isPersonal: boolean,
  depth = 1,
): FieldDefinition | undefined {
  const [first] = values
  if (first === undefined) return undefined
  const about = { description, ...(isPersonal && { personal: true }) }
  if (values.every((value) => typeof value === 'boolean'))
    return { ...about, type: 'boolean', example: first }
  if (values.every((value) => typeof value === 'number')) {
    const isWhole = type === 'integer' && values.every((value) => Number.isSafeInteger(value))
    return { ...about, type: isWhole ? 'integer' : 'number', example: isPersonal ? 1 : first }
  }
  if (values.every(Array.isArray))
    return listOf(values.flat() as readonly unknown[], about, isPersonal, depth)
  if (values.every(isPlainObject)) {
    const example = isPersonal ? {} : first
    return {
      ...about,
      type: 'object',
      fields: depth < 4 ? membersOf(values, isPersonal, depth) : {},
      example,
    }
  }
  const texts = values.map(String)
  const isTime = ['ymd', 'dmy', 'mdy', 'epoch_s', 'epoch_ms', 'epoch_us', 'epoch_ns', 'excel_days'].includes(
    type,
  )
  if (isTime && texts.every((text) => days.test(text)))
    return { ...about, type: 'date', example: isPersonal ? '1990-12-10' : texts[0]! }
  if (isTime && !texts.some((text) => days.test(text)))
    return { ...about, type: 'timestamp', example: isPersonal ? '2026-03-14T09:26:53Z' : texts[0]! }
  const longest = Math.max(...texts.map((text) => text.length))
  return {
    ...about,
    type: 'string',
    example: isPersonal ? placeholder(texts[0]!) : texts[0]!.slice(0, 1024),
    ...(longest > 1024 && { maxLength: 65_536 }),
  }
}

function placeholder(text: string): string {
  return /^[^@\s]+@[^@\s]+$/.test(text) ? 'ada@example.com' : 'example'
}

function listOf(
  elements: readonly unknown[],
  about: { description: string; personal?: boolean },
  isPersonal: boolean,
  depth: number,
): FieldDefinition {
  const kind = infer([{ element: elements }]).find(({ path }) => path === 'element')
  const element = fieldOf(elements, kind?.type ?? 'text', 'One element.', isPersonal, depth + 1)
  const items = element ?? { type: 'string', description: 'One element.', example: 'example' }
  return { ...about, type: 'array', items, example: isPersonal ? [] : elements.slice(0, 1) }
}

function membersOf(
  values: readonly Readonly<Record<string, unknown>>[],
  isPersonal: boolean,
  depth: number,
): Record<string, FieldDefinition> {
  return Object.fromEntries(
    infer(values)
      .filter(({ path }) => !path.includes('.') && fieldName(path) === path)
      .flatMap(({ path, type, personal }) => {
        const inner = values
          .map((value) => value[path])
          .filter((value) => value !== undefined && value !== null)
        const isInnerPersonal = isPersonal || personal !== undefined
        const field = fieldOf(inner, type, `${sentence(path)}.`, isInnerPersonal, depth + 1)
        return field ? [[path, field]] : []
      }),
  )
}
