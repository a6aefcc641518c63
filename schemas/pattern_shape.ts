/** Patterns: recognizes those that a backtracking engine matches in linear time: at each character only one way is open, so nothing is tried
 * twice. Everything else is left to the linear engine. The accepted syntax means the same in RE2 and in JavaScript.
 * https://www.sciencedirect.com/science/article/pii/S0890540197926883 (one-unambiguous expressions) */

import { classes, classesInCode, inverse, merged, single, type CodeRange } from './character_ranges.ts'

interface Part {
  /** True if it matches the empty text. */
  empty: boolean
  /** Positions that can come first and last. */
  first: readonly number[]
  last: readonly number[]
  /** Longest text that it matches. */
  longest: number
  /** Product of the counts of its nested repetitions. RE2's maximum is 1000. */
  count: number
}

class Unproven extends Error {}

const maxRepeat = 1000
/** Longest match of a pattern that may start anywhere: it is tried at every character. */
const maxUnanchored = 64

/** Returns true if JavaScript's engine, with flag `u`, needs a time linear in the text for this pattern, and agrees with RE2. */
export function isLinearNatively(pattern: string): boolean {
  return isLinear(pattern, classes)
}

function isLinear(pattern: string, known: typeof classes): boolean {
  try {
    return alternativesOf(pattern).every((alternative) => new Shape(alternative, known).isLinear())
  } catch (error) {
    if (error instanceof Unproven) return false
    throw error
  }
}

/** As `isLinearNatively`, for patterns in code, which mean what they mean in JavaScript: they may also start with `^(?!…)`, which RE2 does not have.
 * What is in it is tried once, and each of its alternatives must be linear. */
export function isLinearInCode(pattern: string): boolean {
  const [, excluded, rest = ''] =
    /^\^\(\?!((?:\\[^]|[^\\()]|\((?:\\[^]|[^\\()])*\))*)\)([^]*)$/.exec(pattern) ?? []
  const isOne = (each: string): boolean => isLinear(each, classesInCode)
  if (excluded === undefined) return isOne(pattern)
  return (rest === '' || isOne(`^${rest}`)) && spread(excluded).every((each) => isOne(`^${each}`))
}

/** `(?:a|b)$|c` → `a$`, `b$`, `c`. */
function spread(pattern: string): string[] {
  return alternativesOf(pattern).flatMap((each) => {
    const [, inner, end = ''] = /^\(\?:([^]*)\)(\$?)$/.exec(each) ?? []
    return inner === undefined ? [each] : alternativesOf(inner).map((one) => one + end)
  })
}

/** Splits at the `|` outside all groups and classes: each may have its own anchors. */
function alternativesOf(pattern: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [token] of pattern.matchAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/gu)) {
    if (token === '(') depth++
    if (token === ')') depth--
    if (token === '|' && depth === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts
}

class Shape {
  readonly #text: readonly string[]
  #at = 0
  readonly #sets: (readonly CodeRange[])[] = []
  readonly #follow: number[][] = []

  readonly #classes: typeof classes

  constructor(pattern: string, known: typeof classes) {
    this.#classes = known
    this.#text = Array.from(pattern)
  }

  isLinear(): boolean {
    const isAnchored = this.#take('^')
    const { first, longest } = this.#choice()
    this.#take('$')
    if (this.#at < this.#text.length) throw new Unproven()
    return (
      (isAnchored || longest <= maxUnanchored) &&
      this.#isApart(first) &&
      this.#follow.every((next) => this.#isApart(next))
    )
  }

  /** True if no character belongs to two of the positions. A position listed twice can be reached in two ways. */
  #isApart(positions: readonly number[]): boolean {
    const ranges = positions.flatMap((each) => this.#sets[each]!).toSorted(([a], [b]) => a - b)
    return ranges.every(([from], index) => index === 0 || ranges[index - 1]![1] < from)
  }

  #take(token: string): boolean {
    if (this.#text[this.#at] !== token) return false
    this.#at++
    return true
  }

  #choice(): Part {
    const parts = [this.#sequence()]
    while (this.#take('|')) parts.push(this.#sequence())
    if (parts.filter(({ empty }) => empty).length > 1) throw new Unproven()
    return {
      empty: parts.some(({ empty }) => empty),
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      longest: Math.max(...parts.map(({ longest }) => longest)),
      count: Math.max(...parts.map(({ count }) => count)),
    }
  }

  #sequence(): Part {
    let all: Part = { empty: true, first: [], last: [], longest: 0, count: 1 }
    while (this.#at < this.#text.length && !'|)$'.includes(this.#text[this.#at]!)) {
      const next = this.#repetition()
      this.#join(all.last, next.first)
      all = {
        empty: all.empty && next.empty,
        first: all.empty ? [...all.first, ...next.first] : all.first,
        last: next.empty ? [...all.last, ...next.last] : next.last,
        longest: all.longest + next.longest,
        count: Math.max(all.count, next.count),
      }
    }
    return all
  }

  #join(from: readonly number[], to: readonly number[]): void {
    for (const each of from) this.#follow[each]!.push(...to)
  }

  #repetition(): Part {
    const start = this.#at
    const part = this.#atom()
    const isCharacter = this.#sets.length > 0 && part.first.length === 1 && this.#text[start] !== '('
    const [least, most] = this.#counts()
    if (most === 1) return { ...part, empty: part.empty || least === 0 }
    const count = part.count * (Number.isFinite(most) ? most : Math.max(least, 1))
    if (part.empty || most === 0 || count > maxRepeat) throw new Unproven()
    // A single character with an exact count offers no choice.
    if (!isCharacter || least < most) this.#join(part.last, part.first)
    return { ...part, empty: least === 0, longest: part.longest * most, count }
  }

  #counts(): readonly [number, number] {
    const counts = this.#readCounts()
    if (counts[1] !== 1 || counts[0] !== 1) {
      this.#take('?')
      if ('*+?{'.includes(this.#text[this.#at] ?? ' ')) throw new Unproven()
    }
    return counts
  }

  #readCounts(): readonly [number, number] {
    if (this.#take('*')) return [0, Infinity]
    if (this.#take('+')) return [1, Infinity]
    if (this.#take('?')) return [0, 1]
    if (this.#text[this.#at] !== '{') return [1, 1]
    const [whole, least = '', comma, most = ''] =
      /^\{(\d{1,4})(,)?(\d{0,4})\}/.exec(this.#text.slice(this.#at, this.#at + 12).join('')) ?? []
    if (whole === undefined) throw new Unproven()
    this.#at += whole.length
    const [from, to] = [Number(least), comma ? (most === '' ? Infinity : Number(most)) : Number(least)]
    if (from > to || from > maxRepeat || (Number.isFinite(to) && to > maxRepeat)) throw new Unproven()
    return [from, to]
  }

  #atom(): Part {
    if (!this.#take('(')) return this.#position(this.#characters())
    if (this.#take('?') && !this.#take(':')) throw new Unproven()
    const inner = this.#choice()
    if (!this.#take(')')) throw new Unproven()
    return inner
  }

  #position(ranges: readonly CodeRange[]): Part {
    const position = this.#sets.push(ranges) - 1
    this.#follow.push([])
    return { empty: false, first: [position], last: [position], longest: 1, count: 1 }
  }

  #characters(): readonly CodeRange[] {
    const token = this.#text[this.#at++]
    if (token === undefined || '.^$*+?{}()]|'.includes(token)) throw new Unproven()
    if (token === '\\') return this.#escaped('^$\\.*+?()[]{}|/')
    return token === '[' ? this.#class() : single(token)
  }

  /** `literals`: the characters that stand for themselves after a backslash. */
  #escaped(literals: string): readonly CodeRange[] {
    const token = this.#text[this.#at++] ?? ''
    if (Object.hasOwn(this.#classes, token)) return this.#classes[token]!
    if (token === '' || !literals.includes(token)) throw new Unproven()
    return single(token)
  }

  #class(): readonly CodeRange[] {
    const isNegated = this.#take('^')
    const ranges: CodeRange[] = []
    do {
      const from = this.#member()
      const isRange = this.#text[this.#at] === '-' && this.#text[this.#at + 1] !== ']'
      if (!isRange) {
        ranges.push(...from)
        continue
      }
      this.#at++
      const to = this.#member()
      const [low, high] = [from[0]![0], to[0]![0]]
      if (from[0]![1] !== low || to[0]![1] !== high || low > high) throw new Unproven()
      ranges.push([low, high])
    } while (!this.#take(']'))
    return isNegated ? inverse(ranges) : merged(ranges)
  }

  #member(): readonly CodeRange[] {
    const token = this.#text[this.#at++]
    if (token === undefined || token === '[' || token === ']') throw new Unproven()
    return token === '\\' ? this.#escaped('^$\\.*+?()[]{}|/-') : single(token)
  }
}
