/** Commits: a journal beside DuckDB's log, with the log's length and the number of rows after each commit. DuckDB starts without a word from a log
 * that lost its end; this tells how much is missing. */
import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { bytesOf } from './checkpoints.ts'

/** A line of the journal. */
interface Commit {
  /** Length of the log in bytes. */
  bytes: number
  /** Rows streamed since the log began. */
  rows: number
}

const checkpointLine = 'checkpoint\n'

export class Commits {
  readonly #path: string
  readonly #log: string
  #fd: number | undefined
  #rows = 0

  private constructor(path: string, rows: number) {
    this.#log = `${path}.wal`
    this.#path = journalOf(path)
    this.#rows = rows
  }

  /** Compares the log of a warehouse that no process has open with its journal. `lost` says what is missing, if anything is. */
  static open(path: string): { commits: Commits; lost: string | undefined } {
    const { known, isSaving } = read(journalOf(path))
    const bytes = bytesOf(`${path}.wal`)
    const last = known.at(-1)
    const kept = known.findLast((commit) => commit.bytes <= bytes)?.rows ?? 0
    const commits = new Commits(path, kept)
    // A checkpoint deletes the log once everything is in the file.
    const isSaved = bytes === 0 && (isSaving || wasSavedBefore(path))
    const isWhole = last === undefined || bytes >= last.bytes || isSaved
    const lost = isWhole ? undefined : lossOf(path, bytes, last, last.rows - kept)
    if (!isWhole || bytes === 0) rmSync(journalOf(path), { force: true })
    return { commits, lost }
  }

  /** Records a commit that added rows to the log. Not synchronised with the disk: the journal of a killed process may end early, never late. */
  note(rows: number): void {
    this.#rows += rows
    this.#write(`${bytesOf(this.#log)} ${this.#rows}\n`)
  }

  /** Records that the log is being moved to the file. */
  saving(): void {
    this.#write(checkpointLine)
  }

  /** Begins again after the log was moved to the file. */
  saved(): void {
    this.close()
    rmSync(this.#path, { force: true })
    this.#rows = 0
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd)
    this.#fd = undefined
  }

  #write(line: string): void {
    try {
      this.#fd ??= openSync(this.#path, 'a', 0o600)
      writeSync(this.#fd, line)
    } catch {
      // The rows are stored all the same. Without this line, the size of a later loss is reported as too small.
    }
  }
}

/** True if the file is newer than its journal: a version that keeps no journal has moved the log. */
function wasSavedBefore(path: string): boolean {
  const [file, journal] = [path, journalOf(path)].map(
    (each) => statSync(each, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  )
  return file! > journal!
}

/** The journal of the warehouse in a file. */
export function journalOf(path: string): string {
  return `${path}.commits`
}

function read(path: string): { known: readonly Commit[]; isSaving: boolean } {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { known: [], isSaving: false }
    throw error
  }
  const known = Array.from(text.matchAll(/^(\d+) (\d+)$/gm), ([, bytes, rows]) => ({
    bytes: Number(bytes),
    rows: Number(rows),
  }))
  return { known, isSaving: text.endsWith(checkpointLine) }
}

function lossOf(path: string, bytes: number, last: Commit, rows: number): string {
  const count = `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`
  return `Data is missing: ${path}.wal has ${bytes.toLocaleString('en-US')} of the ${last.bytes.toLocaleString('en-US')} bytes that were written. ${count} that had been stored ${rows === 1 ? 'is' : 'are'} missing. If you have a copy of the file, stop, put it back and start again.`
}
