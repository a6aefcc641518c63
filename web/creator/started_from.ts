/** Creator: starts a draft from a saved connection, so that the next version of it differs only where the user or the payload says so. Pure. */
import { sourcesIn, walk } from '../../schemas/source_walk.ts'
import type { Source } from '../../schemas/link.ts'
import type { Translation } from '../../schemas/translation.ts'
import type { FieldInference } from '../../functions/translation/inference/infer.ts'
import type { FieldSuggestion } from '../../functions/translation/inference/suggest_links.ts'
import type { TranslationPreview } from '../../functions/translation/preview.ts'
import { readPaths } from '../../functions/translation/unmapped_fields.ts'
import type { RowChoice } from './rows.ts'

/** What a draft starts from, beside the payload: a saved connection, or an event type. */
export type StartedFrom = { kind: 'connection'; translation: Translation } | { kind: 'type'; name: string }

/** The links that state consent in a saved connection. */
export function savedConsent({ link }: Translation): Readonly<Record<string, Source>> {
  return Object.fromEntries(
    Object.entries(link).flatMap(([target, source]): [string, Source][] =>
      source !== null && target.startsWith('consent.') ? [[target, source]] : [],
    ),
  )
}

function linksOf({ link, version }: Translation): readonly FieldSuggestion[] {
  return Object.entries(link).flatMap(([target, source]): FieldSuggestion[] =>
    source === null || target.startsWith('consent.')
      ? []
      : [{ path: firstPath(source), target, source, why: `As in version ${version}.` }],
  )
}

function firstPath(source: Source): string {
  return sourcesIn({ field: source }).flatMap((each) => walk(each).reads)[0]?.path ?? ''
}

/** The choices that keep what the connection keeps, whatever values the sample has. */
export function savedRowChoices(translation: Translation): Readonly<Record<string, RowChoice>> {
  const { required = [], drop = [] } = translation
  const kept = linksOf(translation).map(({ path, target }): [string, RowChoice] => [
    path,
    { isDropped: false, ...(required.includes(target) && { isRequired: true }) },
  ])
  const dropped = drop.map((path): [string, RowChoice] => [path, { isDropped: true }])
  return Object.fromEntries([...dropped, ...kept.filter(([path]) => path !== '')])
}

/** The analyzed text, with the links, types and lists of the connection. New fields keep their guesses, and only they are asked about. */
export function asSaved(pasted: TranslationPreview, translation: Translation): TranslationPreview {
  const known = new Set([...readPaths(translation.link), ...Object.keys(translation.fields)])
  const { required, each } = translation
  const { required: _, each: __, ...suggested } = pasted.translation
  return {
    ...pasted,
    fields: pasted.fields.map((field) => fieldAsSaved(field, translation, known)),
    links: linksOf(translation),
    questions: pasted.questions.filter(({ kind, field }) => kind !== 'required' && !known.has(field)),
    translation: { ...suggested, ...(required && { required }), ...(each !== undefined && { each }) },
  }
}

function fieldAsSaved(
  { leftOut, ...field }: FieldInference,
  { fields, rest, version }: Translation,
  known: ReadonlySet<string>,
): FieldInference {
  const { path, declared } = field
  const reading = fields[path]
  if (typeof reading === 'string') return { ...field, type: reading, declared: true }
  if (known.has(path)) return declared && !reading ? { ...field, type: 'text', declared: false } : field
  const isLeftOut = rest === 'drop' && field.type !== 'object'
  const why = isLeftOut ? `version ${version} leaves out what it does not link` : leftOut
  return { ...field, ...(why !== undefined && { leftOut: why }) }
}

/** Adds the readings of the connection that no type of a field stands for, such as amounts in the minor unit of a currency, unless the user has
 * chosen a type. */
export function withSavedReadings(
  draft: Translation,
  { fields }: Translation,
  choices: Readonly<Record<string, RowChoice>>,
): Translation {
  const kept = Object.entries(fields).filter(
    ([path, reading]) =>
      typeof reading === 'object' && !choices[path]?.type && choices[path]?.isDropped !== true,
  )
  return { ...draft, fields: { ...draft.fields, ...Object.fromEntries(kept) } }
}
