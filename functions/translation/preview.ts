/** Translation layer: detects, infers and suggests a translation for a pasted text, in one step, for the payload creator. Pure. */
import type { TranslationInput } from '../../schemas/translation.ts'
import { isPlainObject, type Members } from '../linkage/values.ts'
import { detect } from './inference/detect.ts'
import { infer, type FieldInference } from './inference/infer.ts'
import { FormatError } from './formats/reader.ts'
import { readAll } from './formats/records.ts'
import { suggest, type Suggestion } from './inference/suggest.ts'

export interface TranslationPreview extends Suggestion {
  input: TranslationInput
  why: string
  records: readonly Members[]
  /** Records that cannot be read, and why. */
  unread: readonly { row?: number; problem: string }[]
  fields: readonly FieldInference[]
}

/** Returns the preview of a pasted text. `given` overrides detected options. */
export function preview(
  text: string,
  given: Partial<TranslationInput> = {},
  name?: string,
): TranslationPreview | { problem: string } {
  const detected = detect(text, given)
  if ('problem' in detected) return detected
  const { input, why } = detected
  try {
    const read = readAll(input, text)
    const records = read.flatMap((each) =>
      'record' in each && isPlainObject(each.record) ? [each.record] : [],
    )
    const unread = read.flatMap((each) =>
      'problem' in each ? [{ ...(each.row !== undefined && { row: each.row }), problem: each.problem }] : [],
    )
    const fields = infer(records)
    return { input, why, records, unread, fields, ...suggest(fields, input, name) }
  } catch (error) {
    if (error instanceof FormatError) return { problem: error.message }
    throw error
  }
}
