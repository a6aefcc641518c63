/** A session with a target: makes the calls of a case, with unique names, and deletes everything afterwards. */
import assert from 'node:assert/strict'
import { PubSub } from '@google-cloud/pubsub'
import { timeoutMs } from '../../../shared/test/until.ts'
import { Endpoint, type Answer } from './endpoint.ts'
import type { Target } from './target.ts'

export interface Answered {
  status: number
  headers: Headers
  text: string
  body: Json
}

/** A parsed response. Cases read its members. */
export type Json = Record<string, unknown>

export interface PublishedMessage {
  data?: string
  attributes?: Record<string, string>
  orderingKey?: string
}

export interface PulledMessage {
  ackId: string
  message: PublishedMessage & { messageId: string; publishTime: string }
  deliveryAttempt?: number
}

/** An expected error response. `message` is checked only for targets with Google's error texts. */
export interface Refusal {
  status: number
  code: string
  message?: RegExp | string
}

export function encode(text: string): string {
  return Buffer.from(text).toString('base64')
}

export function decode(data: string | undefined): string {
  return Buffer.from(data ?? '', 'base64').toString()
}

let sessions = 0

export class Session {
  readonly target: Target
  readonly #prefix: string
  readonly #endpoints: Endpoint[] = []
  readonly #named: string[] = []
  #client: PubSub | undefined

  constructor(target: Target) {
    this.target = target
    this.#prefix = `case-${process.pid}-${Date.now().toString(36)}-${++sessions}`
  }

  /** Returns an unused name. */
  name(collection: 'topics' | 'subscriptions' | 'snapshots' | 'schemas'): string {
    const name = `projects/${this.target.project}/${collection}/${this.#prefix}-${this.#named.length}`
    this.#named.push(name)
    return name
  }

  /** Makes a REST call. `body` is sent as JSON unless it is already text. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    const authorization = await this.target.authorization()
    const response = await fetch(`${this.target.rest}/v1/${path}`, {
      method,
      headers: {
        ...(authorization && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    let parsed: unknown
    try {
      parsed = JSON.parse(text)
    } catch {
      parsed = {}
    }
    return { status: response.status, headers: response.headers, text, body: parsed as Json }
  }

  /** Makes a call that must succeed. */
  async done(method: string, path: string, body?: unknown): Promise<Json> {
    const answered = await this.call(method, path, body)
    assert.equal(answered.status, 200, `${method} ${path}: ${answered.text}`)
    return answered.body
  }

  /** Makes a call that must be refused. */
  async refused(
    method: string,
    path: string,
    body: unknown,
    { status, code, message }: Refusal,
  ): Promise<Json> {
    const answered = await this.call(method, path, body)
    const error = (answered.body['error'] ?? {}) as Json
    assert.deepEqual([answered.status, error['status']], [status, code], answered.text.slice(0, 500))
    assert.equal(error['code'], status)
    if (message && this.target.caps.has('texts'))
      if (typeof message === 'string') assert.equal(error['message'], message)
      else assert.match(String(error['message']), message)
    return error
  }

  async topic(settings: Json = {}): Promise<string> {
    const name = this.name('topics')
    await this.done('PUT', name, settings)
    return name
  }

  async subscription(topic: string, settings: Json = {}): Promise<string> {
    const name = this.name('subscriptions')
    await this.done('PUT', name, { topic, ...settings })
    return name
  }

  async endpoint(answer?: Answer): Promise<Endpoint> {
    const endpoint = await new Endpoint(answer).open()
    this.#endpoints.push(endpoint)
    return endpoint
  }

  /** Publishes texts or messages. Returns the message ids. */
  async publish(topic: string, ...messages: (string | PublishedMessage)[]): Promise<string[]> {
    const wrapped = messages.map((message) =>
      typeof message === 'string' ? { data: encode(message) } : message,
    )
    return (await this.done('POST', `${topic}:publish`, { messages: wrapped }))['messageIds'] as string[]
  }

  /** Pulls once. The call can wait for the first message. */
  async pull(subscription: string, maxMessages = 100): Promise<PulledMessage[]> {
    const body = await this.done('POST', `${subscription}:pull`, { maxMessages })
    return (body['receivedMessages'] ?? []) as PulledMessage[]
  }

  /** Pulls once without waiting. */
  async pullNow(subscription: string, maxMessages = 100): Promise<PulledMessage[]> {
    const body = await this.done('POST', `${subscription}:pull`, { maxMessages, returnImmediately: true })
    return (body['receivedMessages'] ?? []) as PulledMessage[]
  }

  /** Pulls until it has `count` messages. */
  async pullAll(subscription: string, count: number, milliseconds = timeoutMs): Promise<PulledMessage[]> {
    const pulled: PulledMessage[] = []
    const until = Date.now() + milliseconds
    while (pulled.length < count) {
      assert.ok(Date.now() < until, `Expected ${count} messages, got ${pulled.length}.`)
      pulled.push(...(await this.pull(subscription)))
    }
    return pulled
  }

  acknowledge(subscription: string, messages: readonly PulledMessage[]): Promise<Json> {
    return this.done('POST', `${subscription}:acknowledge`, { ackIds: messages.map(({ ackId }) => ackId) })
  }

  /** Changes the ack deadline of messages. 0 nacks them. */
  extend(
    subscription: string,
    messages: readonly PulledMessage[],
    ackDeadlineSeconds: number,
  ): Promise<Json> {
    const ackIds = messages.map(({ ackId }) => ackId)
    return this.done('POST', `${subscription}:modifyAckDeadline`, { ackIds, ackDeadlineSeconds })
  }

  /** Returns Google's client, connected over gRPC. */
  client(): PubSub {
    this.#client ??= this.#connect()
    return this.#client
  }

  #connect(): PubSub {
    const { grpc, project } = this.target
    if (grpc === undefined) return new PubSub({ projectId: project, emulatorMode: false })
    // Otherwise the client tries Google's metadata server first.
    process.env['METADATA_SERVER_DETECTION'] ??= 'none'
    return new PubSub({ apiEndpoint: grpc, emulatorMode: true, projectId: project })
  }

  /** Deletes the resources of the session, then closes its connections. */
  async close(): Promise<void> {
    try {
      for (const name of this.#named.toReversed()) await this.call('DELETE', name)
    } finally {
      await this.leave()
    }
  }

  /** Closes the session's endpoints and client. The target may have stopped. */
  async leave(): Promise<void> {
    for (const endpoint of this.#endpoints) endpoint.close()
    await this.#client?.close()
  }
}

export function texts(messages: readonly PulledMessage[]): string[] {
  return messages.map(({ message }) => decode(message.data))
}
