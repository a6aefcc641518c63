/** Translation layer: detects the delimiter of a text, and whether its first row names the columns. Pure. */
import type { Detection } from './detection.ts'
import { readers } from '../field_types.ts'
import { RowReader } from '../formats/rows.ts'

const delimiters = [',', ';', '\t', '|'] as const
const names: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
}

/** Number of rows that are examined. */
const sampleRows = 50

/** Returns undefined if the text is not a table. */
export function detectCsv(text: string): Detection | undefined {
  const declaration = /^sep=([,;\t|])\r?\n/.exec(text)
  const body = declaration ? text.slice(declaration[0].length) : text
  const tables = delimiters
    .filter((delimiter) => !declaration || delimiter === declaration[1])
    .map((delimiter) => tableOf(body, delimiter))
  const best = tables.toSorted((a, b) => b.score - a.score)[0]
  if (!best || best.rows.length === 0) return undefined
  const { delimiter, rows, columns, agreeing } = best
  if (columns === 1) return oneColumn(rows)
  const header = isHeader(rows)
  return {
    input: { format: 'csv', delimiter, header },
    why:
      `${agreeing} of ${rows.length} rows have ${columns} columns separated by ${names[delimiter]}; ` +
      `the first row ${header ? 'is a header' : 'is data'}.`,
  }
}

interface Table {
  delimiter: (typeof delimiters)[number]
  rows: readonly (readonly string[])[]
  /** Number of columns of the first row, and number of rows that have as many. */
  columns: number
  agreeing: number
  score: number
}

function tableOf(text: string, delimiter: Table['delimiter']): Table {
  const reader = new RowReader(delimiter)
  const all = [...reader.push(text.slice(0, 200_000)), ...reader.end()]
  const rows = all
    .slice(0, sampleRows)
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

/** Detects a table of one column, such as a list of email addresses under a header. */
function oneColumn(rows: readonly (readonly string[])[]): Detection | undefined {
  const cells = rows.map(([cell = '']) => cell)
  if (rows.length < 2 || cells.some((cell) => cell.length > 200 || /\s\S+\s/.test(cell))) return undefined
  const header = isHeader(rows)
  return {
    input: { format: 'csv', delimiter: ',', header },
    why: `${rows.length} rows have one column each; the first row ${header ? 'is a header' : 'is data'}.`,
  }
}

/** Returns true if the cells of the first row are different from each other and do not look like values. */
function isHeader(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = rows
  const cells = first.map((cell) => cell.trim())
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length === 0 || filled.some(isValue) || filled.some((cell) => cell.length > 100)) return false
  if (new Set(filled.map((cell) => cell.toLowerCase())).size < filled.length / 2) return false
  // A first row whose texts recur in another row is data.
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
