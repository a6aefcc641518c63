/** Translation layer: checks a translation before it is saved, with what a link can do that its schema cannot say: an unknown lookup table, or a
 * pattern that is too slow. Pure. */
import { translationProblems, type Translation } from '../../schemas/translation.ts'
import { checkLink } from '../linkage/check.ts'

/** Returns one sentence per error, each with the path; empty if the translation is valid. */
export function savedTranslationProblems(value: unknown): readonly string[] {
  const problems = translationProblems(value)
  if (problems.length > 0) return problems
  const { link } = value as Translation
  return checkLink(link, { sources: undefined, target: undefined }).map(
    ({ field, message }) => `link.${field}: ${message}`,
  )
}
