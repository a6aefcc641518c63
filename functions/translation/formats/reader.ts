/** Translation layer: declares the reader of a format, which receives text in parts of any size and returns complete records. Pure. */
import type { Members } from '../../linkage/values.ts'

/** A record, or the problem for which it cannot be read. */
export type Read = {
  /** Row or line, from 1 and with the header; undefined for formats without rows. */
  row?: number
} & ({ record: Members } | { problem: string })

export interface RecordReader {
  /** Reads the next part of the text. Returns the records that are complete. */
  push: (text: string) => readonly Read[]
  /** Reads the end of the text. Returns the remaining records. */
  end: () => readonly Read[]
}

/** Reports that the rest of a body cannot be read, with what was expected and what the body has. */
export class FormatError extends Error {}

/** Creates a reader that parses the complete text at once. */
export function readWhole(
  limit: number,
  read: (text: string) => readonly Read[],
  hint: string,
): RecordReader {
  const parts: string[] = []
  let length = 0
  return {
    push: (text) => {
      if ((length += text.length) > limit)
        throw new FormatError(
          `The body has more than ${limit} characters, the maximum for its format. ${hint}`,
        )
      parts.push(text)
      return []
    },
    end: () => read(parts.join('')),
  }
}

/** Creates a reader of lines. `read` returns the records of a line, `finish` those after the last line. */
export function readLines(
  limit: number,
  read: (line: string, row: number) => readonly Read[],
  finish: () => readonly Read[] = () => [],
): RecordReader {
  let rest = ''
  let row = 0
  return {
    push: (text) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      if (rest.length > limit) throw new FormatError(tooLong(row + 1, limit))
      return lines.flatMap((line) => read(line.endsWith('\r') ? line.slice(0, -1) : line, ++row))
    },
    end: () => [...(rest === '' ? [] : read(rest, ++row)), ...finish()],
  }
}

function tooLong(row: number, limit: number): string {
  return `Row ${row} has more than ${limit} characters, the maximum of a record.`
}
