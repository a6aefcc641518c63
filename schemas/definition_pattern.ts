/** Saved definitions: checks the regular expression of a field. It runs on every event, including hostile ones, so a pattern that can
 * backtrack for long is rejected. */

/** Maximum length in characters of a text with a pattern. */
export const patternTextLength = 256

const maxPatternLength = 256
const maxUnbounded = 3

/** Returns what is wrong with a pattern, as the predicate of a sentence; undefined if it is valid. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > maxPatternLength)
    return `has ${pattern.length} characters; the maximum is ${maxPatternLength}`
  if (!isRegularExpression(pattern)) return 'is not a regular expression'
  // Classes and escapes count as one character.
  const shape = pattern.replace(/\\[^1-9k]/g, 'x').replace(/\[(?:\\.|[^\]\\])*\]/g, 'x')
  if (/\\[1-9k]/.test(shape)) return 'has a backreference, which can take very long to match'
  if (/\(\?(?!:)/.test(shape)) return 'has a lookaround or a named group; use (…) or (?:…)'
  if (repeatsRepetition(shape)) return 'repeats a group that contains a repetition or alternatives'
  const unbounded = shape.match(/[*+]|\{\d+,\}/g)?.length ?? 0
  if (unbounded > maxUnbounded)
    return `has ${unbounded} unbounded repetitions; the maximum is ${maxUnbounded}`
  return undefined
}

function isRegularExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').unicode
  } catch {
    return false
  }
}

function repeatsRepetition(shape: string): boolean {
  const open: number[] = []
  for (let at = 0; at < shape.length; at++) {
    if (shape[at] === '(') open.push(at)
    if (shape[at] !== ')') continue
    const inside = shape.slice(open.pop()! + 1, at).replaceAll('?:', '')
    if (/[*+{]/.test(shape[at + 1] ?? '') && /[*+{|?]/.test(inside)) return true
  }
  return false
}
