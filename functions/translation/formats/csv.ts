/** Translation layer: reads delimited text as records; its first row may name the columns. Pure. */
import { translationLimits } from '../../../schemas/translation/input.ts'
import type { Members } from '../../linkage/values.ts'
import { readableNames, type Naming } from './names.ts'
import { FormatError, type Read, type RecordReader } from './reader.ts'
import { RowReader, type CsvRow } from './rows.ts'

interface CsvOptions {
  delimiter: string
  header: boolean
  naming?: Naming
}

/** Creates a reader of delimited text. A row must have as many columns as the first row; else, something in it is not quoted. */
export function csvReader({ delimiter, header, naming }: CsvOptions): RecordReader {
  let rows: RowReader | undefined
  let names: readonly string[] | undefined
  let number = 0

  const readRow = (row: CsvRow): readonly Read[] => {
    number++
    if ('problem' in row) {
      if (!names && header) throw new FormatError(`Cannot read the header. ${row.problem}`)
      return [{ row: number, problem: row.problem }]
    }
    const { cells } = row
    if (cells.every((cell) => cell.trim() === '')) return []
    if (!names) {
      const limit = translationLimits.columns
      if (cells.length > limit)
        throw new FormatError(`The first row has ${cells.length} columns; the maximum is ${limit}.`)
      names = header ? headerNames(cells, naming) : cells.map((_, index) => `column_${index + 1}`)
      if (header) return []
    }
    return [{ row: number, ...rowRecord(names, cells) }]
  }

  return {
    push: (text) => {
      if (rows) return rows.push(text).flatMap(readRow)
      // Excel declares the delimiter in a line of its own.
      const declaration = /^sep=([,;\t|])\r?\n/.exec(text)
      rows = new RowReader(declaration?.[1] ?? delimiter)
      if (declaration) number++
      return rows.push(text.slice(declaration?.[0].length ?? 0)).flatMap(readRow)
    },
    end: () => rows?.end().flatMap(readRow) ?? [],
  }
}

/** Returns the field names of the columns of a header. */
export function headerNames(cells: readonly string[], naming?: Naming): string[] {
  return readableNames(
    cells.map((cell, index) => cell.trim() || `column_${index + 1}`),
    naming,
  )
}

export function rowRecord(
  names: readonly string[],
  cells: readonly string[],
): { record: Members } | { problem: string } {
  const isLonger = cells.length > names.length && cells.slice(names.length).some((cell) => cell !== '')
  if (isLonger || cells.length < names.length) {
    const counts = `Expected ${names.length} columns, got ${cells.length}.`
    return { problem: `${counts} Check for a delimiter or line break that is not in quotes.` }
  }
  const record: Record<string, unknown> = {}
  for (const [index, name] of names.entries()) record[name] = cells[index]
  return { record }
}
