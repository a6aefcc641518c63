/** Translation: hints at links to fields that are probably misspelled context fields. */
import { contextNames } from '../context.ts'
import { nearNames } from '../near_names.ts'
import type { Translation } from '../translation.ts'

const nearContextField = nearNames(contextNames)

/** Returns one sentence per field of the link that could be a misspelled context field. It is an event field, which is allowed. */
export function translationHints({ link }: Pick<Translation, 'link'>): readonly string[] {
  return Object.keys(link).flatMap((field) => {
    if (field.includes('.') || contextNames.has(field) || field === 'event_data') return []
    const near = nearContextField(field)
    return near === undefined
      ? []
      : [`link.${field} is an event field; did you mean the context field "${near}"?`]
  })
}
