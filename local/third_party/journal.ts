/** Third-party recorder: keeps the recorded requests across restarts, as lines of JSON. */
import { mkdir, open, readFile, rename, rm, truncate, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecordedRequest } from './recorded_request.ts'

const requestsPerFile = 10_000
const bytesPerFile = 32 * 1024 * 1024

/**
 * Two files of limited size: `requests.ndjson`, and the full one before it, `requests.old.ndjson`. Lines that arrive during a write are
 * written together, so that a burst costs few writes.
 */
export class RequestJournal {
  readonly #current: string
  readonly #old: string
  /** The current file. It stays open: a burst would open it again for every few requests. */
  #file: FileHandle | undefined
  #pending: string[] = []
  #clearing = false
  #writing: Promise<void> | undefined
  #requestsInFile = 0
  #bytesInFile = 0

  private constructor(dir: string) {
    this.#current = join(dir, 'requests.ndjson')
    this.#old = join(dir, 'requests.old.ndjson')
  }

  /** Opens the journal in `dir`, which it creates. `earlier` are the requests of earlier runs in the order of arrival. */
  static async open(dir: string): Promise<{ journal: RequestJournal; earlier: RecordedRequest[] }> {
    await mkdir(dir, { recursive: true })
    const journal = new RequestJournal(dir)
    const old = await readLines(journal.#old)
    const current = await readLines(journal.#current)
    journal.#requestsInFile = current.requests.length
    journal.#bytesInFile = current.bytes
    const earlier = [...old.requests, ...current.requests].toSorted((a, b) => a.number - b.number)
    return { journal, earlier }
  }

  write(request: RecordedRequest): void {
    this.#pending.push(`${JSON.stringify(request)}\n`)
    this.#start()
  }

  clear(): void {
    this.#pending = []
    this.#clearing = true
    this.#start()
  }

  /** Resolves once all requests are written. */
  async close(): Promise<void> {
    await this.#writing
    await this.#closeFile()
  }

  #start(): void {
    // A failed write is a warning: it must not end the program.
    this.#writing ??= this.#drain()
      .catch((error: unknown) => process.emitWarning(error instanceof Error ? error : String(error)))
      .finally(() => (this.#writing = undefined))
  }

  async #drain(): Promise<void> {
    while (this.#clearing || this.#pending.length > 0) {
      if (this.#clearing) await this.#remove()
      else await this.#append()
    }
  }

  async #remove(): Promise<void> {
    this.#clearing = false
    await this.#closeFile()
    await Promise.all([rm(this.#old, { force: true }), rm(this.#current, { force: true })])
    this.#requestsInFile = 0
    this.#bytesInFile = 0
  }

  async #append(): Promise<void> {
    if (this.#requestsInFile >= requestsPerFile || this.#bytesInFile >= bytesPerFile) {
      await this.#closeFile()
      await rename(this.#current, this.#old)
      this.#requestsInFile = 0
      this.#bytesInFile = 0
    }
    const lines = this.#pending
    this.#pending = []
    const text = lines.join('')
    this.#file ??= await open(this.#current, 'a')
    await this.#file.appendFile(text)
    this.#requestsInFile += lines.length
    this.#bytesInFile += text.length
  }

  async #closeFile(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }
}

/** Returns the requests in a file, and its length. Removes a last line that a crash left incomplete. */
async function readLines(path: string): Promise<{ requests: RecordedRequest[]; bytes: number }> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  const bytes = content.lastIndexOf('\n') + 1
  if (bytes < content.length) await truncate(path, bytes)
  const lines = content.toString('utf8', 0, bytes).split('\n').filter(Boolean)
  const requests = lines.flatMap((line) => parseLine(line) ?? [])
  const lost = lines.length - requests.length
  if (lost > 0)
    process.emitWarning(`${path}: ${lost} damaged of ${lines.length} recorded requests are left out.`)
  return { requests, bytes }
}

function parseLine(line: string): RecordedRequest | undefined {
  try {
    return JSON.parse(line) as RecordedRequest
  } catch {
    return undefined
  }
}
