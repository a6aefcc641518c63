/** Translation layer: splits delimited text into rows as RFC 4180 has it, in one pass over parts of any size.
 * https://www.rfc-editor.org/rfc/rfc4180 */
import { translationLimits } from '../../../schemas/translation/input.ts'
import { FormatError } from './reader.ts'

const quote = '"'

/** The cells of one row, or what is wrong with it. */
export type CsvRow = { cells: readonly string[] } | { problem: string }

interface Taken {
  row: CsvRow
  /** Where the next row begins. */
  next: number
}

/** Rows that may be too long before the rest counts as unreadable: to find the end of each costs much. */
const mostRunaways = 20

/** A quote counts where a cell begins with it; elsewhere it is text. Where quotes do not fit together, the line is told and the next
 * one read as if nothing had been. */
export class RowReader {
  readonly #delimiter: string
  readonly #limit: number
  #rest = ''
  #quoteAt = -1
  #runaways = 0

  constructor(delimiter: string, limit: number = translationLimits.recordCharacters) {
    this.#delimiter = delimiter
    this.#limit = limit
  }

  /** The rows that are whole with this part of the text. */
  take(text: string): CsvRow[] {
    this.#rest += text
    return this.#takeAll(false)
  }

  /** What is left at the end of the text. */
  finish(): CsvRow[] {
    return this.#takeAll(true)
  }

  #takeAll(isEnd: boolean): CsvRow[] {
    const text = this.#rest
    const found: CsvRow[] = []
    this.#quoteAt = text.indexOf(quote)
    let at = 0
    while (at < text.length) {
      const taken =
        this.#takeOne(text, at, isEnd) ??
        (text.length - at > this.#limit ? this.#runaway(text, at) : undefined)
      if (!taken) break
      found.push(taken.row)
      at = taken.next
    }
    this.#rest = text.slice(at)
    return found
  }

  #runaway(text: string, start: number): Taken {
    const problem = `The row has more than ${this.#limit} characters, the most of one record. Is a quote opened that is never closed?`
    if (++this.#runaways > mostRunaways || endOfLine(text, start) === -1) throw new FormatError(problem)
    return resynchronised(text, start, problem)
  }

  /** Undefined when the row is not whole yet. */
  #takeOne(text: string, start: number, isEnd: boolean): Taken | undefined {
    const newline = endOfLine(text, start)
    const end = newline === -1 ? text.length : newline
    if (this.#quoteAt !== -1 && this.#quoteAt < start) this.#quoteAt = text.indexOf(quote, start)
    if (this.#quoteAt !== -1 && this.#quoteAt < end) return this.#takeQuoted(text, start, isEnd)
    if (!isEnd && !isWhole(text, end)) return undefined
    return { row: { cells: text.slice(start, end).split(this.#delimiter) }, next: afterLine(text, end) }
  }

  #takeQuoted(text: string, start: number, isEnd: boolean): Taken | undefined {
    const cells: string[] = []
    let at = start
    for (;;) {
      if (text[at] === quote) {
        const close = closingQuote(text, at + 1)
        // A quote at the very end may be the first of two.
        if (!isEnd && (close === -1 || close === text.length - 1)) return undefined
        if (close === -1) return resynchronised(text, start, 'A quote is opened that is never closed.')
        cells.push(text.slice(at + 1, close).replaceAll('""', quote))
        at = this.#endOfCell(text, close + 1)
        if (text.slice(close + 1, at).trim() !== '') {
          if (!isEnd && at === text.length) return undefined
          return resynchronised(text, start, `Column ${cells.length} goes on after its closing quote.`)
        }
      } else {
        const end = this.#endOfCell(text, at)
        cells.push(text.slice(at, end))
        at = end
      }
      if (text[at] !== this.#delimiter) break
      at++
    }
    if (!isEnd && !isWhole(text, at)) return undefined
    return { row: { cells }, next: afterLine(text, at) }
  }

  /** Where the delimiter or the end of the line stands. */
  #endOfCell(text: string, from: number): number {
    let at = from
    while (at < text.length && text[at] !== this.#delimiter && text[at] !== '\n' && text[at] !== '\r') at++
    return at
  }
}

function resynchronised(text: string, start: number, problem: string): Taken {
  const newline = endOfLine(text, start)
  return { row: { problem }, next: newline === -1 ? text.length : afterLine(text, newline) }
}

/** Line feed, carriage return or both end a line. */
function endOfLine(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) return at
  }
  return -1
}

/** A carriage return at the very end may have its line feed in the next part. */
function isWhole(text: string, end: number): boolean {
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
