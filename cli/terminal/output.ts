/** Command line: what a command prints. The result goes to stdout, everything else to stderr; with --json the result is one document,
 * or one a line where results come one by one. */
import type { Command } from 'commander'
import { ProgressLine } from './progress_line.ts'

export interface Output {
  /** Prints the result: the document with --json, else the lines. Called once. */
  result: (document: unknown, lines: string | readonly string[]) => void
  /** Prints one of several results as they come: with --json a document on a line of its own. */
  item: (document: unknown, line: string) => void
  /** Prints a line beside the result. */
  note: (line: string) => void
  /** Shows how far the work is. */
  progress: ProgressLine
}

/** The output that the options of a command ask for. */
export function outputOf(command: Command): Output {
  const isJson = command.optsWithGlobals<{ json?: boolean }>().json === true
  const progress = new ProgressLine(process.stderr)
  return {
    progress,
    result: (document, lines) => {
      progress.clear()
      const text = typeof lines === 'string' ? lines : lines.join('\n')
      process.stdout.write(`${isJson ? JSON.stringify(document, null, 2) : text}\n`)
    },
    item: (document, line) => {
      progress.clear()
      process.stdout.write(`${isJson ? JSON.stringify(document) : line}\n`)
    },
    note: (line) => {
      progress.clear()
      process.stderr.write(`${line}\n`)
    },
  }
}
