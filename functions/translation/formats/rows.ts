/** Translation layer: splits delimited text into rows by RFC 4180, in one pass over parts of any size.
 * https://www.rfc-editor.org/rfc/rfc4180 */
import { translationLimits } from '../../../schemas/translation/input.ts'
import { FormatError } from './reader.ts'

const quote = '"'

/** The cells of a row, or the problem for which it cannot be read. */
export type CsvRow = { cells: readonly string[] } | { problem: string }

interface ParsedRow {
  row: CsvRow
  /** Index at which the next row begins. */
  next: number
}

/** Maximum number of rows that are too long before the rest is unreadable: finding the end of each is slow. */
const maxOverlong = 20

/** Splits text into rows. A quote at the start of a cell opens a quoted cell; elsewhere it is text. A row with unbalanced quotes becomes
 * a problem, and reading continues with the next line. */
export class RowReader {
  readonly #delimiter: string
  readonly #limit: number
  #rest = ''
  #quoteAt = -1
  #overlong = 0

  constructor(delimiter: string, limit: number = translationLimits.recordCharacters) {
    this.#delimiter = delimiter
    this.#limit = limit
  }

  /** Reads the next part of the text. Returns the rows that are complete. */
  push(text: string): CsvRow[] {
    this.#rest += text
    return this.#readRows(false)
  }

  /** Returns the remaining rows at the end of the text. */
  end(): CsvRow[] {
    return this.#readRows(true)
  }

  #readRows(isEnd: boolean): CsvRow[] {
    const text = this.#rest
    const rows: CsvRow[] = []
    this.#quoteAt = text.indexOf(quote)
    let at = 0
    while (at < text.length) {
      const parsed =
        this.#readRow(text, at, isEnd) ??
        (text.length - at > this.#limit ? this.#overlongRow(text, at) : undefined)
      if (!parsed) break
      rows.push(parsed.row)
      at = parsed.next
    }
    this.#rest = text.slice(at)
    return rows
  }

  #overlongRow(text: string, start: number): ParsedRow {
    const problem = `The row has more than ${this.#limit} characters, the maximum of a record. Check for a quote that is not closed.`
    if (++this.#overlong > maxOverlong || endOfLine(text, start) === -1) throw new FormatError(problem)
    return invalidRow(text, start, problem)
  }

  /** Returns undefined if the row is not complete yet. */
  #readRow(text: string, start: number, isEnd: boolean): ParsedRow | undefined {
    const newline = endOfLine(text, start)
    const end = newline === -1 ? text.length : newline
    if (this.#quoteAt !== -1 && this.#quoteAt < start) this.#quoteAt = text.indexOf(quote, start)
    if (this.#quoteAt !== -1 && this.#quoteAt < end) return this.#readQuoted(text, start, isEnd)
    if (!isEnd && !isComplete(text, end)) return undefined
    return { row: { cells: text.slice(start, end).split(this.#delimiter) }, next: afterLine(text, end) }
  }

  #readQuoted(text: string, start: number, isEnd: boolean): ParsedRow | undefined {
    const cells: string[] = []
    let at = start
    for (;;) {
      if (text[at] === quote) {
        const close = closingQuote(text, at + 1)
        // A quote at the end of the part can be the first of two.
        if (!isEnd && (close === -1 || close === text.length - 1)) return undefined
        if (close === -1) return invalidRow(text, start, 'A quote is never closed.')
        cells.push(text.slice(at + 1, close).replaceAll('""', quote))
        at = this.#endOfCell(text, close + 1)
        if (text.slice(close + 1, at).trim() !== '') {
          if (!isEnd && at === text.length) return undefined
          return invalidRow(text, start, `Column ${cells.length} has text after its closing quote.`)
        }
      } else {
        const end = this.#endOfCell(text, at)
        cells.push(text.slice(at, end))
        at = end
      }
      if (text[at] !== this.#delimiter) break
      at++
    }
    if (!isEnd && !isComplete(text, at)) return undefined
    return { row: { cells }, next: afterLine(text, at) }
  }

  /** Returns the index of the next delimiter or end of line. */
  #endOfCell(text: string, from: number): number {
    let at = from
    while (at < text.length && text[at] !== this.#delimiter && text[at] !== '\n' && text[at] !== '\r') at++
    return at
  }
}

/** Returns a row with a problem, which ends at the end of its first line. */
function invalidRow(text: string, start: number, problem: string): ParsedRow {
  const newline = endOfLine(text, start)
  return { row: { problem }, next: newline === -1 ? text.length : afterLine(text, newline) }
}

/** Returns the index of the line feed or carriage return that ends the line; -1 if there is none. */
function endOfLine(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) return at
  }
  return -1
}

/** Returns false for a carriage return at the end of the part: its line feed can be in the next one. */
function isComplete(text: string, end: number): boolean {
  return end < text.length - 1 || (end === text.length - 1 && text[end] === '\n')
}

function afterLine(text: string, at: number): number {
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf(quote, from)
  while (at !== -1 && text[at + 1] === quote) at = text.indexOf(quote, at + 2)
  return at
}
