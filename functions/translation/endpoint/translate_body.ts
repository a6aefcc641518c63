/** Translation layer: processes a body as a stream: bytes → text → records → events → checks → groups of messages. While one group is
 * published, the next one is collected. */
import { attributes as names } from '../../../schemas/bus.ts'
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
  /** `name@version` of the translation: the connection that the events claim to come through. */
  connection: string
  reader: RecordReader
  decoder: Decoder
  translate: Translate
  registry: () => Registry
  /** Refreshes the registry for event types that it lacks. */
  lookFor: (names: readonly string[]) => Promise<void>
  /** Publishes JSON texts of messages to topic `events`; undefined for a dry run. */
  publish: ((messages: readonly string[]) => Promise<HandlerResponse>) | undefined
}

export interface BodyResult {
  results: Results
  /** Why the rest of the body was not processed. */
  error?: StatusError | HandlerResponse
}

/** A message that waits to be published. Nothing else of its event is kept in memory. */
interface Waiting {
  position: RecordPosition
  message: string
}

const groupLimits = { events: limits.eventsPerRequest, bytes: 9_000_000 } as const
/** Maximum number of unknown event names that one request looks up. */
const maxLookups = 10
/** Maximum number of events in the response to a dry run. */
const maxShown = 100

/** Reports that the bus refused a whole group. */
class PublishRefused extends Error {
  readonly response: HandlerResponse

  constructor(response: HandlerResponse) {
    super('The event bus refused a group of messages.')
    this.response = response
  }
}

/** Translates and publishes a body. Events that were accepted before an error stay accepted. */
export async function translateBody(body: AsyncIterable<Buffer>, ports: TranslatePorts): Promise<BodyResult> {
  const pipeline = new Pipeline(ports)
  try {
    for await (const bytes of body) {
      pipeline.results.bytes += bytes.length
      await pipeline.add(ports.reader.push(ports.decoder.push(bytes)))
    }
    await pipeline.add(ports.reader.push(ports.decoder.end()))
    await pipeline.add(ports.reader.end())
    await pipeline.finish()
    return { results: pipeline.results }
  } catch (cause) {
    if (cause instanceof PublishRefused) return { results: pipeline.results, error: cause.response }
    const error = cause instanceof FormatError ? refusal('BODY_UNREADABLE', cause.message, 'body') : cause
    if (!(error instanceof StatusError)) throw cause
    try {
      await pipeline.finish()
    } catch (publishError) {
      if (!(publishError instanceof PublishRefused)) throw publishError
      return { results: pipeline.results, error: publishError.response }
    }
    return { results: pipeline.results, error }
  }
}

class Pipeline {
  readonly results = new Results()
  readonly #ports: TranslatePorts
  #waiting: Waiting[] = []
  #bytes = 0
  readonly #lookedUp = new Set<string>()
  #publishing: Promise<void> | undefined

  constructor(ports: TranslatePorts) {
    this.#ports = ports
  }

  async add(records: readonly Read[]): Promise<void> {
    for (const each of records) {
      const position: RecordPosition = {
        index: this.results.records++,
        ...(each.row !== undefined && { row: each.row }),
      }
      if ('problem' in each) this.#refuse(position, [{ field: '', expected: 'a record', got: each.problem }])
      else await this.#translate(position, each.record)
    }
  }

  async #translate(record: RecordPosition, fields: Members): Promise<void> {
    const undecodable = undecodableField(fields, this.#ports.decoder.charset())
    if (undecodable) return this.#refuse(record, [undecodable])
    for (const translated of this.#ports.translate(fields)) {
      const position = translated.element === undefined ? record : { ...record, element: translated.element }
      if ('isLeftOut' in translated) this.results.leftOut++
      else if ('violations' in translated) this.#refuse(position, translated.violations)
      else await this.#addEvent(position, translated.event, translated.isUnnamed)
    }
  }

  /** `isUnnamed`: the translation does not name the event, which `store` is to keep in quarantine. */
  async #addEvent(position: RecordPosition, event: Members, isUnnamed = false): Promise<void> {
    const data = Buffer.from(JSON.stringify(event))
    if (data.length > limits.eventBytes)
      return this.#refuse(position, [
        {
          field: '',
          expected: `an event of at most ${limits.eventBytes} bytes`,
          got: `${data.length} bytes`,
        },
      ])
    const violations = isUnnamed ? [] : await this.#violationsOf(event, data)
    if (violations.length > 0) return this.#refuse(position, violations)
    if (!this.#ports.publish) {
      const isShown = this.results.accepted < maxShown
      return this.results.accept({ ...position, valid: true, ...(isShown && { event }) })
    }
    const message = messageText({ data, attributes: { [names.connection]: this.#ports.connection } })
    const bytes = this.#bytes + message.length
    if (this.#waiting.length >= groupLimits.events || bytes > groupLimits.bytes) await this.#send()
    this.#waiting.push({ position, message })
    this.#bytes += message.length
  }

  async #violationsOf(event: Members, data: Buffer): Promise<readonly TranslationViolation[]> {
    const registry = this.#ports.registry()
    const name = String(event['event_name'])
    const complete = registry.get(name) ? registry : await this.#registryWith(name)
    const { valid, violations } = explain({ data, attributes: {} }, 'events', complete)
    return valid ? [] : violations.map(({ field, description }) => violationOf(field, description))
  }

  async #registryWith(name: string): Promise<Registry> {
    if (this.#lookedUp.size < maxLookups && !this.#lookedUp.has(name)) await this.#ports.lookFor([name])
    this.#lookedUp.add(name)
    return this.#ports.registry()
  }

  /** Publishes the waiting messages after the previous group has its response, so that at most two groups are in memory. */
  async #send(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    this.#bytes = 0
    await this.#publishing
    this.#publishing = waiting.length > 0 ? this.#publish(waiting) : undefined
    // The next `await` of this promise throws the error; until then it is not an unhandled rejection.
    this.#publishing?.catch(() => {})
  }

  async finish(): Promise<void> {
    await this.#send()
    await this.#publishing
  }

  async #publish(waiting: readonly Waiting[]): Promise<void> {
    const response = await this.#ports.publish!(waiting.map(({ message }) => message))
    if (response.status !== 200) throw new PublishRefused(response)
    const { messageIds } = JSON.parse(String(response.body)) as { messageIds: readonly string[] }
    for (const [index, { position }] of waiting.entries())
      this.results.accept({ ...position, messageId: messageIds[index]! })
  }

  #refuse(position: RecordPosition, violations: readonly TranslationViolation[]): void {
    this.results.refuse({ ...position, violations })
  }
}

/** Splits `Expected string; got nothing.` into its parts. Any other description becomes `got`. */
function violationOf(field: string, description: string): TranslationViolation {
  const match = /^Expected (.*); got (.*)\.$/s.exec(description)
  return match
    ? { field, expected: match[1]!, got: match[2]! }
    : { field, expected: 'an event that can be stored', got: description }
}

/** Returns a violation for the first text with bytes that are invalid in the charset; undefined if there is none. */
function undecodableField(record: Members, charset: string): TranslationViolation | undefined {
  const path = undecodablePath(record, '')
  return path === undefined
    ? undefined
    : {
        field: path,
        expected: `text in ${charset}; to read another charset, set input.charset`,
        got: 'bytes of another charset',
      }
}

function undecodablePath(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.includes('\uFFFD') ? path : undefined
  if (Array.isArray(value) || isPlainObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const inner = undecodablePath(member, path === '' ? name : `${path}.${name}`)
      if (inner !== undefined) return inner
    }
  }
  return undefined
}
