/** Translation layer: finds out what separates the columns of delimited text, and whether its first row names them. Pure. */
import type { Detection } from './detect.ts'
import { readers } from '../field_types.ts'
import { RowReader } from '../formats/rows.ts'

const delimiters = [',', ';', '\t', '|'] as const
const names: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
}

/** Rows that are looked at. */
const sample = 50

/** Undefined when the text is no table. */
export function detectCsv(text: string): Detection | undefined {
  const told = /^sep=([,;\t|])\r?\n/.exec(text)
  const body = told ? text.slice(told[0].length) : text
  const tables = delimiters
    .filter((delimiter) => !told || delimiter === told[1])
    .map((delimiter) => tableOf(body, delimiter))
  const best = tables.toSorted((a, b) => b.score - a.score)[0]
  if (!best || best.rows.length === 0) return undefined
  const { delimiter, rows, columns, agreeing } = best
  if (columns === 1) return oneColumn(rows)
  const header = isHeader(rows)
  return {
    input: { format: 'csv', delimiter, header },
    why:
      `${agreeing} of ${rows.length} rows have ${columns} columns between ${names[delimiter]}; ` +
      `the first row ${header ? 'names them' : 'is data already'}.`,
  }
}

interface Table {
  delimiter: (typeof delimiters)[number]
  rows: readonly (readonly string[])[]
  /** Columns of the first row, and the rows that have as many. */
  columns: number
  agreeing: number
  score: number
}

function tableOf(text: string, delimiter: Table['delimiter']): Table {
  const reader = new RowReader(delimiter)
  const all = [...reader.take(text.slice(0, 200_000)), ...reader.finish()]
  const rows = all
    .slice(0, sample)
    .flatMap((row) => ('cells' in row && row.cells.some((cell) => cell.trim() !== '') ? [row.cells] : []))
  const columns = rows[0]?.length ?? 0
  const agreeing = rows.filter((row) => row.length === columns).length
  const share = rows.length === 0 ? 0 : agreeing / rows.length
  return {
    delimiter,
    rows,
    columns,
    agreeing,
    score: columns < 2 ? 0 : share * share * Math.log2(columns + 1),
  }
}

/** One word a line, below a word that names them: a list of addresses, say. */
function oneColumn(rows: readonly (readonly string[])[]): Detection | undefined {
  const cells = rows.map(([cell = '']) => cell)
  if (rows.length < 2 || cells.some((cell) => cell.length > 200 || /\s\S+\s/.test(cell))) return undefined
  const header = isHeader(rows)
  return {
    input: { format: 'csv', delimiter: ',', header },
    why: `${rows.length} rows have one column each; the first row ${header ? 'names it' : 'is data already'}.`,
  }
}

/** Names are different from each other and no values. */
function isHeader(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = rows
  const cells = first.map((cell) => cell.trim())
  const given = cells.filter((cell) => cell !== '')
  if (given.length === 0 || given.some(isValue) || given.some((cell) => cell.length > 100)) return false
  if (new Set(given.map((cell) => cell.toLowerCase())).size < given.length / 2) return false
  // Where words stand below words, a first row like all others is a row like all others.
  return !others.some(
    (row) => row.filter((cell, index) => cell !== '' && cell === cells[index]).length > cells.length / 2,
  )
}

function isValue(cell: string): boolean {
  return (
    ['number', 'number_comma', 'ymd', 'dmy', 'mdy'].some(
      (type) => readers[type as keyof typeof readers](cell, undefined) !== undefined,
    ) ||
    /^[^@\s]+@[^@\s]+\.[^@\s]+$|^https?:\/\/|^\+?\d[\d ()/-]{6,}$/.test(cell) ||
    /^(true|false|null)$/i.test(cell)
  )
}
