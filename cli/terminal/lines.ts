/** Command line: reads a stream line by line. */

/** Yields the lines of a text in UTF-8. A line ends at `\n` or `\r\n` alone: JSON may have the other line separators of Unicode in its texts, at which
 * `node:readline` ends a line, too. */
export async function* linesOf(stream: NodeJS.ReadableStream): AsyncGenerator<string> {
  stream.setEncoding('utf8')
  let line = ''
  for await (const chunk of stream as AsyncIterable<string>) {
    const [first = '', ...others] = chunk.split('\n')
    line += first
    for (const other of others) {
      yield line.replace(/\r$/, '')
      line = other
    }
  }
  if (line !== '') yield line.replace(/\r$/, '')
}
