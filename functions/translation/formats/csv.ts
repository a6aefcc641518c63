/** Translation layer: reads delimited text, whose first row may name its columns, as records. Pure. */
import { translationLimits } from '../../../schemas/translation/input.ts'
import type { Members } from '../../linkage/values.ts'
import { readableNames } from './names.ts'
import { FormatError, type Read, type RecordReader } from './reader.ts'
import { RowReader, type CsvRow } from './rows.ts'

export interface CsvOptions {
  delimiter: string
  header: boolean
}

/** Records of delimited text. A row with another number of columns than the first is none: something in it was not quoted. */
export function csvReader({ delimiter, header }: CsvOptions): RecordReader {
  let rows: RowReader | undefined
  let names: readonly string[] | undefined
  let number = 0

  const readRow = (row: CsvRow): readonly Read[] => {
    number++
    if ('problem' in row) {
      if (!names && header) throw new FormatError(`The header cannot be read. ${row.problem}`)
      return [{ row: number, problem: row.problem }]
    }
    const { cells } = row
    if (cells.every((cell) => cell.trim() === '')) return []
    if (!names) {
      const limit = translationLimits.columns
      if (cells.length > limit)
        throw new FormatError(`The first row has ${cells.length} columns, the most are ${limit}.`)
      names = header ? headerNames(cells) : cells.map((_, index) => `column_${index + 1}`)
      if (header) return []
    }
    return [{ row: number, ...recordOf(names, cells) }]
  }

  return {
    push: (text) => {
      if (rows) return rows.take(text).flatMap(readRow)
      // Excel tells in a line of its own what separates the columns.
      const told = /^sep=([,;\t|])\r?\n/.exec(text)
      rows = new RowReader(told?.[1] ?? delimiter)
      if (told) number++
      return rows.take(text.slice(told?.[0].length ?? 0)).flatMap(readRow)
    },
    end: () => rows?.finish().flatMap(readRow) ?? [],
  }
}

/** The names under which the columns of a header are read. */
export function headerNames(cells: readonly string[]): string[] {
  return readableNames(cells.map((cell, index) => cell.trim() || `column_${index + 1}`))
}

function recordOf(
  names: readonly string[],
  cells: readonly string[],
): { record: Members } | { problem: string } {
  const isLonger = cells.length > names.length && cells.slice(names.length).some((cell) => cell !== '')
  if (isLonger || cells.length < names.length) {
    const counts = `Expected ${names.length} columns, got ${cells.length}.`
    return { problem: `${counts} Is a delimiter or a line break not in quotes?` }
  }
  const record: Record<string, unknown> = {}
  for (const [index, name] of names.entries()) record[name] = cells[index]
  return { record }
}
