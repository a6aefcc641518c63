/** Saved definitions: which regular expressions a field may have. They meet every event, hostile ones too, so only those are
 * taken whose time grows slowly with the text. */

/** Longest text, in characters, that a field with a pattern takes. */
export const patternTextLength = 256

const longestPattern = 256
const unboundedRepetitions = 3

/** What is wrong with a pattern, one sentence; undefined when nothing is. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > longestPattern)
    return `has ${pattern.length} characters, the most are ${longestPattern}`
  if (!isRegularExpression(pattern)) return 'is no regular expression'
  // Neither classes nor escapes repeat or group anything.
  const shape = pattern.replace(/\\[^1-9k]/g, 'x').replace(/\[(?:\\.|[^\]\\])*\]/g, 'x')
  if (/\\[1-9k]/.test(shape)) return 'refers back to a group, which can take very long'
  if (/\(\?(?!:)/.test(shape)) return 'looks around or names a group; groups are (…) or (?:…)'
  if (repeatsRepetition(shape)) return 'repeats a group that repeats or has alternatives itself'
  const unbounded = shape.match(/[*+]|\{\d+,\}/g)?.length ?? 0
  if (unbounded > unboundedRepetitions)
    return `has ${unbounded} repetitions without end, the most are ${unboundedRepetitions}`
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
