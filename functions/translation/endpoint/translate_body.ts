/** Translation layer: a body on its way: bytes → text → records → events → checked → published in groups, one group ahead of the bus. */
import { limits } from '../../../schemas/limits.ts'
import { explain } from '../../event/explain.ts'
import type { Registry } from '../../event/registry.ts'
import { messageText } from '../../google/pubsub.ts'
import { isPlainObject, type Members } from '../../linkage/values.ts'
import { StatusError, type HandlerResponse } from '../../serving/answer.ts'
import type { Decoder } from '../formats/decode.ts'
import type { TranslationViolation } from '../read_fields.ts'
import { FormatError, type Read, type RecordReader } from '../formats/reader.ts'
import { refusal } from './refusal.ts'
import { Results, type RecordPosition } from './results.ts'
import type { Translate } from '../translate.ts'

export interface TranslatePorts {
  reader: RecordReader
  decoder: Decoder
  translate: Translate
  registry: () => Registry
  /** Looks for event types that the registry lacks. */
  lookFor: (names: readonly string[]) => Promise<void>
  /** Publishes the texts of messages to the topic of events; undefined for a dry run. */
  publish: ((messages: readonly string[]) => Promise<HandlerResponse>) | undefined
}

export interface BodyResult {
  results: Results
  /** Why the rest of the body was not taken. */
  fault?: StatusError | HandlerResponse
}

/** A message that waits for the bus: of all the rest of an event nothing is held. */
interface Waiting {
  place: RecordPosition
  message: string
}

const group = { events: limits.eventsPerRequest, bytes: 9_000_000 } as const
/** Unknown names of events that one request has looked up. */
const mostLookedUp = 10
/** Events that a dry run shows. */
const mostShown = 100

/** What the bus refused for the whole of a group. */
class Refused extends Error {
  readonly answer: HandlerResponse

  constructor(answer: HandlerResponse) {
    super('refused')
    this.answer = answer
  }
}

/** Runs the body through. What was accepted before a fault stays accepted. */
export async function translateBody(body: AsyncIterable<Buffer>, ports: TranslatePorts): Promise<BodyResult> {
  const line = new Line(ports)
  try {
    for await (const bytes of body) await line.take(ports.reader.push(ports.decoder.push(bytes)))
    await line.take(ports.reader.push(ports.decoder.end()))
    await line.take(ports.reader.end())
    await line.finish()
    return { results: line.results }
  } catch (error) {
    if (error instanceof Refused) return { results: line.results, fault: error.answer }
    const fault = error instanceof FormatError ? refusal('BODY_UNREADABLE', error.message, 'body') : error
    if (!(fault instanceof StatusError)) throw error
    try {
      await line.finish()
    } catch (later) {
      if (!(later instanceof Refused)) throw later
      return { results: line.results, fault: later.answer }
    }
    return { results: line.results, fault }
  }
}

class Line {
  readonly results = new Results()
  readonly #ports: TranslatePorts
  #waiting: Waiting[] = []
  #bytes = 0
  readonly #looked = new Set<string>()
  #publishing: Promise<void> | undefined

  constructor(ports: TranslatePorts) {
    this.#ports = ports
  }

  async take(read: readonly Read[]): Promise<void> {
    for (const each of read) {
      const place: RecordPosition = {
        index: this.results.records++,
        ...(each.row !== undefined && { row: each.row }),
      }
      if ('problem' in each) this.#refuse(place, [{ field: '', expected: 'a record', got: each.problem }])
      else await this.#translate(place, each.record)
    }
  }

  async #translate(place: RecordPosition, record: Members): Promise<void> {
    const broken = brokenField(record, this.#ports.decoder.charset())
    if (broken) return this.#refuse(place, [broken])
    for (const translated of this.#ports.translate(record)) {
      const where = translated.element === undefined ? place : { ...place, element: translated.element }
      if ('violations' in translated) this.#refuse(where, translated.violations)
      else await this.#add(where, translated.event)
    }
  }

  async #add(place: RecordPosition, event: Members): Promise<void> {
    const data = Buffer.from(JSON.stringify(event))
    if (data.length > limits.eventBytes)
      return this.#refuse(place, [
        {
          field: '',
          expected: `an event of at most ${limits.eventBytes} bytes`,
          got: `${data.length} bytes`,
        },
      ])
    const registry = this.#ports.registry()
    const name = String(event['event_name'])
    const known = registry.get(name) ? registry : await this.#registryWith(name)
    const { valid, violations } = explain({ data, attributes: {} }, 'events', known)
    if (!valid)
      return this.#refuse(
        place,
        violations.map(({ field, description }) => violationOf(field, description)),
      )
    if (!this.#ports.publish) {
      const isShown = this.results.accepted < mostShown
      return this.results.accept({ ...place, valid: true, ...(isShown && { event }) })
    }
    const message = messageText({ data, attributes: {} })
    if (this.#waiting.length >= group.events || this.#bytes + message.length > group.bytes) await this.#send()
    this.#waiting.push({ place, message })
    this.#bytes += message.length
  }

  async #registryWith(name: string): Promise<Registry> {
    if (this.#looked.size < mostLookedUp && !this.#looked.has(name)) await this.#ports.lookFor([name])
    this.#looked.add(name)
    return this.#ports.registry()
  }

  /** Sends what waits, once what was sent before has its answer: never more than two groups are held. */
  async #send(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    this.#bytes = 0
    await this.#publishing
    this.#publishing = waiting.length > 0 ? this.#publish(waiting) : undefined
    // The one who waits for it next is told.
    this.#publishing?.catch(() => {})
  }

  async finish(): Promise<void> {
    await this.#send()
    await this.#publishing
  }

  async #publish(waiting: readonly Waiting[]): Promise<void> {
    const answer = await this.#ports.publish!(waiting.map(({ message }) => message))
    if (answer.status !== 200) throw new Refused(answer)
    const { messageIds } = JSON.parse(String(answer.body)) as { messageIds: readonly string[] }
    for (const [index, { place }] of waiting.entries())
      this.results.accept({ ...place, messageId: messageIds[index]! })
  }

  #refuse(place: RecordPosition, violations: readonly TranslationViolation[]): void {
    this.results.refuse({ ...place, violations })
  }
}

/** `Expected string; got nothing.` in its parts; other words stand whole in `got`. */
function violationOf(field: string, description: string): TranslationViolation {
  const match = /^Expected (.*); got (.*)\.$/s.exec(description)
  return match
    ? { field, expected: match[1]!, got: match[2]! }
    : { field, expected: 'an event that can be stored', got: description }
}

/** The first text with bytes that are none of the encoding; undefined when there is none. */
function brokenField(record: Members, charset: string): TranslationViolation | undefined {
  const path = brokenPath(record, '')
  return path === undefined
    ? undefined
    : {
        field: path,
        expected: `text in ${charset}; another encoding is said in the translation`,
        got: 'bytes that are none',
      }
}

function brokenPath(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.includes('\uFFFD') ? path : undefined
  if (Array.isArray(value) || isPlainObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const found = brokenPath(member, path === '' ? name : `${path}.${name}`)
      if (found !== undefined) return found
    }
  }
  return undefined
}
