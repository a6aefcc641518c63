/** Command line: progress of long work: one line that is updated on a terminal, plain lines elsewhere. */
import type { WriteStream } from 'node:tty'

/** Minimum time between two plain lines, in ms. */
const plainInterval = 1000

export class ProgressLine {
  readonly #stream: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>
  #shown = ''
  #printedAt = -Infinity

  constructor(stream: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>) {
    this.#stream = stream
  }

  /** Shows a line in place of the one before. */
  show(line: string): void {
    if (line === this.#shown) return
    if (this.#stream.isTTY) {
      this.#shown = line
      this.#stream.write(`\r\u001B[K${line.slice(0, (this.#stream.columns || 80) - 1)}`)
      return
    }
    if (performance.now() - this.#printedAt < plainInterval) return
    this.#shown = line
    this.#printedAt = performance.now()
    this.#stream.write(`${line}\n`)
  }

  /** Removes the line of a terminal, so that other lines can follow. */
  clear(): void {
    if (this.#stream.isTTY && this.#shown !== '') this.#stream.write('\r\u001B[K')
    if (this.#stream.isTTY) this.#shown = ''
  }
}
