/** Translation layer: reads the rows of SQL INSERT statements. Only literals are read: nothing is evaluated. Pure.
 *
 * Texts are read as the SQL standard writes them (`'it''s'`); in a statement with backticks, or after E, also with a backslash, as MySQL and
 * PostgreSQL do. https://dev.mysql.com/doc/refman/8.4/en/string-literals.html,
 * https://www.postgresql.org/docs/current/sql-syntax-lexical.html */
import { translationLimits } from '../../../schemas/translation/input.ts'
import { headerNames } from './csv.ts'
import { isExact } from './json.ts'
import type { Naming } from './names.ts'
import { FormatError, readWhole, type Read, type RecordReader } from './reader.ts'

const name = '(?:`[^`]+`|"[^"]+"|\\[[^\\]]+\\]|[\\p{L}_][\\p{L}\\p{N}_$]*)'
const insertAt = new RegExp(
  `INSERT\\s+(?:IGNORE\\s+)?INTO\\s+(${name}(?:\\s*\\.\\s*${name})*)\\s*(?:\\(([^)]*)\\)\\s*)?VALUES\\s*(?=\\()`,
  'iuy',
)

/** Creates a reader of INSERT statements into one table. */
export function sqlReader(naming?: Naming): RecordReader {
  return readWhole(
    translationLimits.wholeCharacters,
    (text) => (text.trim() === '' ? [] : new SqlParser(text, naming).rows()),
    'Send several requests.',
  )
}

class SqlParser {
  readonly #text: string
  readonly #naming: Naming | undefined
  #at = 0
  #table: string | undefined
  #hasBackslashes = false

  constructor(text: string, naming: Naming | undefined) {
    this.#text = text
    this.#naming = naming
  }

  rows(): readonly Read[] {
    const rows: Read[] = []
    this.#skipSpace()
    while (this.#at < this.#text.length) {
      const match = this.#match(insertAt)
      if (!match) throw this.#error('Expected INSERT INTO table (columns) VALUES (…)')
      const [all, table = '', columns] = match
      if (this.#table !== undefined && table !== this.#table)
        throw this.#error('Expected the rows of one table, got another table')
      this.#table = table
      this.#hasBackslashes = all.includes('`')
      do this.#row(rows, columns)
      while (this.#match(/\s*,\s*(?=\()/y))
      // What to do with a row that exists already is no part of the row.
      this.#match(/\s*(?:ON\s+(?:CONFLICT|DUPLICATE)[^;']*|RETURNING[^;']*)?;?/iy)
      this.#skipSpace()
    }
    return rows
  }

  #row(rows: Read[], columns: string | undefined): void {
    const row = rows.length + 1
    const values = this.#values()
    const cells = columns?.split(',').map((column) => column.trim().replace(/^[`"[]|[`"\]]$/g, ''))
    if (cells && cells.length !== values.length) {
      rows.push({ row, problem: `Expected ${cells.length} values, got ${values.length}.` })
      return
    }
    if (values.length > translationLimits.columns)
      throw new FormatError(`A row has ${values.length} values; the maximum is ${translationLimits.columns}.`)
    const names = headerNames(cells ?? values.map(() => ''), this.#naming)
    rows.push({ row, record: Object.fromEntries(names.map((each, index) => [each, values[index]])) })
  }

  #values(): readonly unknown[] {
    const values: unknown[] = []
    this.#at++
    do values.push(this.#value())
    while (this.#match(/\s*,/y))
    if (!this.#match(/\s*\)/y)) throw this.#error('Expected a comma or the end of the row')
    return values
  }

  #value(): unknown {
    const start = this.#match(/\s*(?:(E|N|DATE|TIME|TIMESTAMP|DATETIME)\s*)?'/iy)
    if (start) {
      const text = this.#string(this.#hasBackslashes || /^E$/i.test(start[1] ?? ''))
      // PostgreSQL writes the type behind the value.
      this.#match(/::[a-z_][\w ]*(?:\(\d+(?:,\d+)?\))?/iy)
      return text
    }
    const number = this.#match(/\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*[,)])/y)?.[1]
    if (number !== undefined) return isExact(number, Number(number)) ? Number(number) : number
    const word = this.#match(/\s*(NULL|TRUE|FALSE)(?=\s*[,)])/iy)?.[1]?.toUpperCase()
    if (word === undefined) throw this.#error('Expected a text in quotes, a number, NULL, TRUE or FALSE')
    return word === 'NULL' ? null : word === 'TRUE'
  }

  /** Reads a text up to its closing quote. */
  #string(hasBackslashes: boolean): string {
    let text = ''
    for (;;) {
      const character = this.#text[this.#at++]
      if (character === undefined) throw this.#error('A quote is never closed')
      if (character === '\\' && hasBackslashes) text += escaped(this.#text[this.#at++] ?? '')
      else if (character !== "'") text += character
      else if (this.#text[this.#at] === "'") {
        text += "'"
        this.#at++
      } else return text
    }
  }

  #skipSpace(): void {
    this.#match(/(?:\s+|--[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/;?)*/y)
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text) ?? undefined
    if (match) this.#at = pattern.lastIndex
    return match
  }

  #error(message: string): FormatError {
    return new FormatError(`Line ${this.#text.slice(0, this.#at).split('\n').length}: ${message}.`)
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '\0' }

function escaped(character: string): string {
  return escapes[character] ?? character
}
