/** Translation layer: reads the first table of a Markdown text: rows between bars, with a line of dashes below the header. Pure.
 * https://github.github.com/gfm/#tables-extension- */
import { translationLimits } from '../../../schemas/translation/input.ts'
import { headerNames, rowRecord } from './csv.ts'
import type { Naming } from './names.ts'
import { FormatError, readLines, type RecordReader } from './reader.ts'

const dashes = /^\|?\s*:?-{1,200}:?\s*(\|\s*:?-{1,200}:?\s*){0,2000}\|?$/

/** Returns true for the line below the header. */
export function isUnderline(line: string): boolean {
  return line.includes('|') && dashes.test(line.trim())
}

/** Creates a reader of a Markdown table. */
export function markdownReader(naming?: Naming): RecordReader {
  let names: readonly string[] | undefined
  let above: readonly string[] | undefined
  return readLines(
    translationLimits.recordCharacters,
    (line, row) => {
      if (line.trim() === '') return []
      if (names) return isUnderline(line) ? [] : [{ row, ...rowRecord(names, cellsOf(line)) }]
      if (!isUnderline(line)) above = cellsOf(line)
      else if (above) names = headerNames(above.slice(0, translationLimits.columns), naming)
      return []
    },
    () => {
      if (!names) throw new FormatError('Expected a Markdown table with a line of dashes below its header.')
      return []
    },
  )
}

/** `| a | b \| c |` → `a`, `b | c` */
function cellsOf(line: string): string[] {
  const bare = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return bare.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}
