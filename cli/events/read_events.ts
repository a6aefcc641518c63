/** Command line: reads events from arguments, a file or stdin. */
import { createReadStream } from 'node:fs'
import { CliError } from '../terminal/cli_error.ts'
import { linesOf } from '../terminal/lines.ts'

/** One event, as its producer wrote it. */
export interface SourceEvent {
  /** JSON object on one line. */
  json: string
  /** For messages: `events.ndjson:12`. */
  place: string
}

/** The events of the arguments; `-` among them stands for stdin. */
export async function* eventsOfArguments(texts: readonly string[]): AsyncGenerator<SourceEvent> {
  for (const [index, text] of texts.entries()) {
    if (text === '-') yield* eventsOfStream(process.stdin, 'stdin')
    else yield* eventsOfDocument(text, `event ${index + 1}`)
  }
}

/** The events of a file with one JSON object a line (NDJSON), one JSON object, or an array of them; `-` is stdin. */
export async function* eventsOfFile(file: string): AsyncGenerator<SourceEvent> {
  yield* file === '-' ? eventsOfStream(process.stdin, 'stdin') : eventsOfStream(createReadStream(file), file)
}

/** Lines pass one by one, unchanged, so that a file may be larger than the memory. A document over several lines is read whole. */
async function* eventsOfStream(stream: NodeJS.ReadableStream, name: string): AsyncGenerator<SourceEvent> {
  let number = 0
  let isFirst = true
  let document: string[] | undefined
  for await (const text of linesOf(stream)) {
    const line = number++ === 0 ? text.replace(/^\uFEFF/, '') : text
    if (document) document.push(line)
    else if (line.trim() === '') continue
    else if (isFirst && !isObject(line)) document = [line]
    else yield { json: checkedObject(line, `${name}:${number}`), place: `${name}:${number}` }
    isFirst = false
  }
  if (document) yield* eventsOfDocument(document.join('\n'), name)
}

function isObject(text: string): boolean {
  try {
    return isEvent(JSON.parse(text))
  } catch {
    return false
  }
}

/** A JSON object, or an array of them. */
function* eventsOfDocument(text: string, name: string): Generator<SourceEvent> {
  const value = parse(text, name)
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      const place = `${name}, element ${index + 1}`
      yield { json: checkedObject(JSON.stringify(element), place), place }
    }
  } else yield { json: checkedObject(text, name).replaceAll(/[\r\n]+/g, ' '), place: name }
}

/** The text, if it is a JSON object. */
function checkedObject(text: string, place: string): string {
  if (isEvent(parse(text, place))) return text
  throw new CliError('INVALID_ARGUMENT', `${place}: expected an event as a JSON object.`)
}

function isEvent(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CliError('INVALID_ARGUMENT', `${place} is not valid JSON: ${reason}`)
  }
}
