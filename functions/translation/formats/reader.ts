/** Translation layer: what all formats have in common: text comes in parts of any size, records go out as they are whole. Pure. */
import type { Members } from '../../linkage/values.ts'

/** A record, or why there is none in its place. */
export type Read = {
  /** Row of a spreadsheet, or line: counted from 1, the header included. Undefined where the format has none. */
  row?: number
} & ({ record: Members } | { problem: string })

export interface RecordReader {
  /** Takes the next part of the text. */
  push: (text: string) => readonly Read[]
  /** Takes the end of the text. */
  end: () => readonly Read[]
}

/** Why the rest of a body cannot be read; its message names what was expected and what came. */
export class FormatError extends Error {}

/** A reader of a format that can only be read whole. */
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
          `The body has more than ${limit} characters, the most that are read at once. ${hint}`,
        )
      parts.push(text)
      return []
    },
    end: () => read(parts.join('')),
  }
}

/** A reader of lines; `read` may give a record for each. */
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

export function tooLong(row: number, limit: number): string {
  return `Row ${row} has more than ${limit} characters, the most of one record.`
}
