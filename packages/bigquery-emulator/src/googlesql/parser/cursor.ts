/** GoogleSQL parser: keeps the position in the tokens and reads them. */
import type { TablePath } from '../ast.ts'
import { SqlError, Unsupported } from '../error.ts'
import { tokenize, type Token } from '../lexer.ts'

const reserved = new Set(
  `ALL AND ANY ARRAY AS ASC ASSERT_ROWS_MODIFIED AT BETWEEN BY CASE CAST COLLATE CONTAINS CREATE CROSS CUBE CURRENT DEFAULT
  DEFINE DESC DISTINCT ELSE END ENUM ESCAPE EXCEPT EXCLUDE EXISTS EXTRACT FALSE FETCH FOLLOWING FOR FROM FULL GROUP GROUPING
  GROUPS HASH HAVING IF IGNORE IN INNER INTERSECT INTERVAL INTO IS JOIN LATERAL LEFT LIKE LIMIT LOOKUP MERGE NATURAL NEW NO
  NOT NULL NULLS OF ON OR ORDER OUTER OVER PARTITION PRECEDING PROTO QUALIFY RANGE RECURSIVE RESPECT RIGHT ROLLUP ROWS SELECT
  SET SOME STRUCT TABLESAMPLE THEN TO TREAT TRUE UNBOUNDED UNION UNNEST USING WHEN WHERE WINDOW WITH WITHIN`.split(
    /\s+/,
  ),
)

/** Maximum nesting depth of expressions, types and queries. */
const maxDepth = 250

export class Cursor {
  readonly source: string
  readonly #tokens: Token[]
  #index = 0
  #depth = 0
  /** The number of `?` parameters read so far. */
  positional = 0

  constructor(source: string) {
    this.source = source
    this.#tokens = tokenize(source)
  }

  /** Returns the token at the cursor, or the token `ahead` positions after it. */
  peek(ahead = 0): Token {
    return this.#tokens[Math.min(this.#index + ahead, this.#tokens.length - 1)]!
  }

  get at(): number {
    return this.peek().start
  }

  next(): Token {
    const token = this.peek()
    this.#index++
    return token
  }

  /** Returns a position to reset to when parsing an alternative fails. */
  mark(): number {
    return this.#index
  }

  reset(mark: number): void {
    this.#index = mark
  }

  isKeyword(...words: string[]): boolean {
    return words.every((word, i) => this.peek(i).keyword === word)
  }

  isAnyKeyword(...words: string[]): boolean {
    return words.includes(this.peek().keyword) && this.peek().keyword !== ''
  }

  /** Consumes the keywords if they come next. Returns true if it does. */
  eat(...words: string[]): boolean {
    if (!this.isKeyword(...words)) return false
    this.#index += words.length
    return true
  }

  expect(...words: string[]): void {
    if (!this.eat(...words))
      throw this.error(`Expected keyword ${words.join(' ')} but got ${this.describe()}`)
  }

  isSymbol(symbol: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.kind === 'symbol' && token.text === symbol
  }

  eatSymbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false
    this.#index++
    return true
  }

  expectSymbol(symbol: string): void {
    if (!this.eatSymbol(symbol)) throw this.error(`Expected "${symbol}" but got ${this.describe()}`)
  }

  isIdentifier(ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.kind === 'identifier' && (token.quoted || !reserved.has(token.keyword))
  }

  /** Reads a name that is not a reserved keyword. */
  identifier(): string {
    if (!this.isIdentifier()) throw this.unexpected()
    return this.next().text
  }

  /** Reads a name after a dot, where reserved keywords are allowed. */
  anyName(): string {
    if (this.peek().kind !== 'identifier') throw this.unexpected()
    return this.next().text
  }

  isReserved(): boolean {
    return reserved.has(this.peek().keyword)
  }

  /** Parses a nested construct. The depth is limited so that the query text can't exhaust the stack. */
  nested<T>(read: (cursor: Cursor) => T): T {
    if (this.#depth === maxDepth)
      throw new SqlError('Out of stack space due to deeply nested query expression', this.source, this.at)
    this.#depth++
    try {
      return read(this)
    } finally {
      this.#depth--
    }
  }

  /** Parses one or more items separated by commas. */
  list<T>(read: () => T): T[] {
    const items = [read()]
    while (this.eatSymbol(',')) items.push(read())
    return items
  }

  /** Parses `( item, … )`. */
  parenthesized<T>(read: () => T): T {
    this.expectSymbol('(')
    const value = read()
    this.expectSymbol(')')
    return value
  }

  /** Parses `AS name`, a bare name, or nothing. */
  alias(): string | undefined {
    if (this.eat('AS')) return this.identifier()
    return this.isIdentifier() ? this.identifier() : undefined
  }

  /** Parses `project.dataset.table`. The first part may contain dashes; backticks may enclose any part or the whole. */
  path(): TablePath {
    const at = this.at
    const parts: string[] = []
    // The last name as written, if it is several names in one pair of backquotes: `dataset.table`.
    let quoted: string | undefined
    do {
      const token = this.peek()
      if (token.kind !== 'identifier' || (!token.quoted && parts.length === 0 && reserved.has(token.keyword)))
        throw this.unexpected()
      this.#index++
      quoted = token.quoted && token.text.includes('.') ? token.text : undefined
      parts.push(...(token.quoted ? token.text.split('.') : [token.text + this.#dashed(token)]))
    } while (this.eatSymbol('.'))
    return { parts, at, quoted }
  }

  /** Reads the rest of a name such as `my-project` or `shard_*`, which contains no spaces. */
  #dashed(first: Token): string {
    let end = first.end
    let rest = ''
    while (
      this.peek().start === end &&
      (this.isSymbol('-') || (rest !== '' && this.peek().kind === 'identifier'))
    ) {
      if (this.isSymbol('-') && this.peek(1).start !== this.peek().end) break
      if (this.isSymbol('-') && !['identifier', 'integer'].includes(this.peek(1).kind)) break
      const token = this.next()
      rest += token.text
      end = token.end
      if (token.text === '-') {
        const word = this.next()
        rest += word.text
        end = word.end
      }
    }
    if (this.isSymbol('*') && this.peek().start === end) {
      this.#index++
      rest += '*'
    }
    return rest
  }

  /** Reads the `>` that closes a type, also as the first character of `>>` or `>=`. */
  closeAngle(): void {
    const token = this.peek()
    if (token.kind === 'symbol' && (token.text === '>>' || token.text === '>=')) {
      const middle = token.start + 1
      this.#tokens.splice(
        this.#index,
        1,
        { ...token, text: '>', end: middle },
        { ...token, text: token.text.slice(1), start: middle },
      )
    }
    this.expectSymbol('>')
  }

  /** Returns the text from an offset to the cursor. */
  textFrom(start: number): string {
    return this.source.slice(start, this.at).trim()
  }

  error(message: string): SqlError {
    return new SqlError(`Syntax error: ${message}`, this.source, this.at)
  }

  unexpected(): SqlError {
    return this.error(`Unexpected ${this.describe()}`)
  }

  unsupported(feature: string): Unsupported {
    return new Unsupported(feature, this.source, this.at)
  }

  /** Describes the token at the cursor as BigQuery's error messages do. */
  describe(): string {
    const token = this.peek()
    switch (token.kind) {
      case 'end':
        return 'end of script'
      case 'identifier':
        if (token.quoted) return `identifier \`${token.text}\``
        return reserved.has(token.keyword) ? `keyword ${token.keyword}` : `identifier "${token.text}"`
      case 'string':
        return `string literal ${this.source.slice(token.start, token.end)}`
      case 'integer':
        return `integer literal "${token.text}"`
      case 'float':
        return `floating point literal "${token.text}"`
      default:
        return `"${this.source.slice(token.start, token.end)}"`
    }
  }
}
