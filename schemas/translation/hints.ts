/** Translation: hints at links to fields that are probably misspelled context fields. */
import { contextNames } from '../context.ts'
import type { Translation } from '../translation.ts'

/** Returns one sentence per field of the link that could be a misspelled context field. It is an event field, which is allowed. */
export function translationHints({ link }: Pick<Translation, 'link'>): readonly string[] {
  return Object.keys(link).flatMap((field) => {
    if (field.includes('.') || contextNames.has(field) || field === 'event_data') return []
    const near = [...contextNames].find((name) => name.length > 4 && isOneEditAway(field, name))
    return near === undefined
      ? []
      : [`link.${field} is an event field; did you mean the context field "${near}"?`]
  })
}

/** True if the words differ by one inserted, deleted or substituted letter, or by one swap. A plural is another word. */
function isOneEditAway(word: string, name: string): boolean {
  let start = 0
  while (start < word.length && word[start] === name[start]) start++
  let end = 0
  while (end < Math.min(word.length, name.length) - start && word.at(-1 - end) === name.at(-1 - end)) end++
  const [of, to] = [word.slice(start, word.length - end), name.slice(start, name.length - end)]
  if (`${name}s` === word) return false
  return Math.max(of.length, to.length) === 1 || (of.length === 2 && of[0] === to[1] && of[1] === to[0])
}
