/** Differential test: splits a statement into tokens and finds the positions of possible changes. */
import type { Random } from '../../ingest/random.ts'
import { tokenize } from '../../../packages/bigquery-emulator/src/googlesql/lexer.ts'
import { keywords } from './vocabulary.ts'

/** Start, inclusive, and end, exclusive. */
export type Range = [start: number, end: number]

const columns =
  'id n amount score ok happened day civil clock data raw tags numbers device items way orders total'.split(
    ' ',
  )
const clauseWords = new Set(
  'FROM WHERE GROUP HAVING QUALIFY WINDOW ORDER LIMIT UNION EXCEPT INTERSECT ROWS RANGE'.split(' '),
)
const notFunctions =
  /^(?:IN|FROM|AND|OR|NOT|AS|ON|EXISTS|OVER|USING|SELECT|WHERE|BY|UNNEST|ALL|VALUES|THEN|WHEN|ELSE)$/i

export function isLiteral(token: string): boolean {
  return /^(?:\d|'|"|b'|b"|r'|r")/.test(token)
}

export function isWord(token: string | undefined, word: string): boolean {
  return token?.toUpperCase() === word
}

function isName(token: string): boolean {
  return /^(?:[A-Za-z_]\w*|`[^`]+`)$/.test(token) && !keywords.has(token.toUpperCase())
}

/** A statement under change. */
export class Tokens {
  readonly list: string[]
  readonly random: Random

  constructor(sql: string, random: Random) {
    this.list = tokenize(sql).flatMap(({ kind, start, end }) =>
      kind === 'end' ? [] : [sql.slice(start, end)],
    )
    this.random = random
  }

  /** The statement's text. */
  get sql(): string {
    return this.list
      .join(' ')
      .replaceAll(/ ?\. ?(?!\d)/g, '.')
      .replaceAll(/ \(/g, '(')
      .replaceAll('@ ', '@')
  }

  at(place: number): string | undefined {
    return this.list[place]
  }

  places(test: (token: string, at: number) => boolean): number[] {
    return this.list.flatMap((token, at) => (test(token, at) ? [at] : []))
  }

  placesOf(...keywords: readonly string[]): number[] {
    return this.places((token) => keywords.includes(token.toUpperCase()))
  }

  /** Names of values, without those of functions and parameters. */
  names(): number[] {
    return this.places((token, at) => isName(token) && this.list[at + 1] !== '(' && this.list[at - 1] !== '@')
  }

  calls(): number[] {
    return this.places(
      (token, at) => /^[A-Za-z_]/.test(token) && this.list[at + 1] === '(' && !notFunctions.test(token),
    )
  }

  /** Returns a name of the statement, or of a column of some table. */
  anyName(): string {
    const names = this.names()
    if (names.length === 0 || this.random.below(5) === 0) return this.random.pick(columns)
    return this.list[this.random.pick(names)]!
  }

  anyColumn(): string {
    return this.random.pick(columns)
  }

  /** Replaces a range by other tokens. */
  replace([start, end]: Range, ...by: readonly string[]): true {
    this.list.splice(start, end - start, ...by)
    return true
  }

  /** Replaces the token at one of the positions. Returns false if there is none. */
  replaceOne(places: readonly number[], by: () => string): boolean {
    if (places.length === 0) return false
    const at = this.random.pick(places)
    return this.replace([at, at + 1], by())
  }

  /** Returns the position of the parenthesis that closes the one at `from`; -1 if there is none. */
  closing(from: number): number {
    let depth = 0
    for (let at = from; at < this.list.length; at++) {
      depth += this.#depthOf(at)
      if (depth === 0) return at
    }
    return -1
  }

  /** Returns a clause, from after its keywords to the next clause or the closing parenthesis. */
  clause(from: number): Range {
    let depth = 0
    let at = from
    for (; at < this.list.length; at++) {
      depth += this.#depthOf(at)
      if (depth < 0 || (depth === 0 && clauseWords.has(this.list[at]!.toUpperCase()))) break
    }
    return [from, at]
  }

  /** Returns the items between the commas of a range. */
  members([from, to]: Range): Range[] {
    const found: Range[] = []
    let depth = 0
    let start = from
    for (let at = from; at <= to; at++) {
      const isEnd = at === to || (this.list[at] === ',' && depth === 0)
      if (at < to) depth += this.#depthOf(at)
      if (!isEnd) continue
      if (at > start) found.push([start, at])
      start = at + 1
    }
    return found
  }

  /** Returns a member of a list, with the comma after it. */
  withComma([start, end]: Range): Range {
    return [start, this.list[end] === ',' ? end + 1 : end]
  }

  /** Returns one whole expression: a literal, a path, a call. */
  expression(): Range | undefined {
    const starts = [...this.places(isLiteral), ...this.names(), ...this.calls()]
    if (starts.length === 0) return undefined
    const at = this.random.pick(starts)
    if (this.list[at + 1] === '(') {
      const end = this.closing(at + 1)
      return end < 0 ? undefined : [at, end + 1]
    }
    let end = at + 1
    while (this.list[end] === '.' && this.list[end + 1] !== undefined) end += 2
    return this.list[at - 1] === '.' ? undefined : [at, end]
  }

  /** Wraps one expression. */
  wrap(before: string, after: string): boolean {
    const range = this.expression()
    if (!range) return false
    this.list.splice(range[1], 0, after)
    this.list.splice(range[0], 0, before)
    return true
  }

  #depthOf(at: number): number {
    const token = this.list[at]!
    if (token === '(' || token === '[') return 1
    return token === ')' || token === ']' ? -1 : 0
  }
}
