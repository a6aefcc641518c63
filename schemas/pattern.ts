/** Patterns: compiles regular expressions that people write in rules and definitions. They run on every event, hostile ones too, so the time is
 * linear in the text: the syntax is RE2's, without lookaround and backreferences. https://github.com/google/re2/wiki/Syntax */
import { RE2JS, RE2JSSyntaxException } from 're2js'
import { isLinearNatively } from './pattern_shape.ts'

export interface Pattern {
  test: (text: string) => boolean
  /** Steps per character in the worst case: 1 if at each character only one way is open, else the size of the compiled pattern. One step takes
   * up to 0.1 µs. */
  steps: number
}

/** A pattern that cannot be used. The message is the predicate of a sentence: `has a lookaround, …`. */
export class PatternError extends Error {
  override name = 'PatternError'
  /** Index in the pattern. */
  offset: number

  constructor(message: string, offset = 0) {
    super(message)
    this.offset = offset
  }
}

const maxLength = 1024

/** Maximum size of a compiled pattern: about one for each character and each repetition of it. */
export const maxPatternSize = 1000

/** Compiles a pattern. It matches anywhere in the text unless it has `^` and `$`.
 * @throws PatternError if it is invalid, not in RE2's syntax or too large. */
export function compilePattern(pattern: string): Pattern {
  if (pattern.length > maxLength)
    throw new PatternError(`has ${pattern.length} characters; the maximum is ${maxLength}`)
  if (isLinearNatively(pattern)) {
    const expression = new RegExp(pattern, 'u')
    return { test: (text) => expression.test(text), steps: 1 }
  }
  const engine = parse(pattern)
  const steps = engine.programSize()
  if (steps > maxPatternSize)
    throw new PatternError(
      `is too large: its size with all repetitions is ${steps}; the maximum is ${maxPatternSize}`,
    )
  return { test: (text) => engine.test(text), steps }
}

function parse(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    throw error instanceof RE2JSSyntaxException ? refusal(pattern, error) : error
  }
}

function refusal(pattern: string, error: RE2JSSyntaxException): PatternError {
  const part = error.getPattern() ?? ''
  const offset = Math.max(0, pattern.indexOf(part))
  const named = part === '' || part === pattern ? '' : ` at character ${offset + 1}, \`${part}\``
  if (/^\(\?(<?[=!])/.test(part)) return new PatternError(`has a lookaround${named}, ${unsupported}`, offset)
  if (/^\\[1-9k]/.test(part)) return new PatternError(`has a backreference${named}, ${unsupported}`, offset)
  return new PatternError(`is not a regular expression of RE2: ${error.getDescription()}${named}`, offset)
}

const unsupported =
  'which RE2 does not support because it can take very long; see https://github.com/google/re2/wiki/Syntax'
