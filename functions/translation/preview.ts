/** Translation layer: detects, infers and suggests a translation for a pasted text, in one step, for the payload creator. Pure. */
import type { TranslationInput } from '../../schemas/translation.ts'
import { isPlainObject, type Members } from '../linkage/values.ts'
import { questionsOf } from './inference/ask.ts'
import { detect } from './inference/detect.ts'
import { infer, type FieldInference } from './inference/infer.ts'
import { answered, type PayloadQuestion } from './inference/questions.ts'
import type { LinkedEventName } from './inference/suggest_event.ts'
import { FormatError } from './formats/reader.ts'
import { readAll } from './formats/records.ts'
import { isOtherScript } from './formats/romanize.ts'
import { suggest, type Suggestion } from './inference/suggest.ts'
import { unwrap } from './inference/unwrap.ts'

export interface TranslationPreview extends Suggestion {
  /** What the sender posts: the text, or the body in a pasted command or address. */
  body: string
  /** Where the body was found, if it is not the text. */
  taken?: string
  input: TranslationInput
  why: string
  records: readonly Members[]
  /** Records that cannot be read, and why. */
  unread: readonly { row?: number; problem: string }[]
  fields: readonly FieldInference[]
  /** What the records do not settle. The translation has the preselected answers. */
  questions: readonly PayloadQuestion[]
}

/** Returns the preview of a pasted text. `given` overrides detected options; `chosen` is what a person has decided. */
export function preview(
  text: string,
  given: Partial<TranslationInput> = {},
  chosen: { name?: string; event?: LinkedEventName } = {},
): TranslationPreview | { problem: string } {
  const unwrapped = unwrap(text)
  if ('problem' in unwrapped) return unwrapped
  const { body, taken } = unwrapped
  const detected = detect(body, given)
  if ('problem' in detected) return detected
  try {
    const { input, read, originals } = readNamed(detected.input, body, given)
    const records = read.flatMap((each) =>
      'record' in each && isPlainObject(each.record) ? [each.record] : [],
    )
    const unread = read.flatMap((each) =>
      'problem' in each ? [{ ...(each.row !== undefined && { row: each.row }), problem: each.problem }] : [],
    )
    const fields = infer(records, originals)
    const suggestion = suggest(fields, input, chosen)
    const questions = questionsOf(fields, suggestion, input.format === 'xml')
    return {
      body,
      ...(taken !== undefined && { taken }),
      input,
      why: detected.why,
      records,
      unread,
      fields,
      ...suggestion,
      translation: answered(suggestion.translation, questions),
      questions,
    }
  } catch (error) {
    if (error instanceof FormatError) return { problem: error.message }
    throw error
  }
}

/** Reads the records, with the sender's names of the fields. Names in another script are written in Latin letters. */
function readNamed(detected: TranslationInput, body: string, given: Partial<TranslationInput>) {
  const originals = new Map<string, string>()
  const renamed = (name: string, original: string): void => {
    if (!originals.has(name)) originals.set(name, original)
  }
  const read = readAll(detected, body, renamed)
  if (detected.names !== undefined || 'names' in given || ![...originals.values()].some(isOtherScript))
    return { input: detected, read, originals }
  originals.clear()
  const input: TranslationInput = { ...detected, names: 'romanized' }
  return { input, read: readAll(input, body, renamed), originals }
}
