/** The reception: takes in one request for a third party, records it and answers it as told. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerRule, Answers } from './answers.ts'
import { withoutCredentials } from './credentials.ts'
import type { RequestJournal } from './journal.ts'
import { recipientOf } from './recipient.ts'
import type { Recorder } from './recorder.ts'
import { replyTo } from './reply.ts'
import { keptOf, readRecordedBody } from './request_body.ts'
import type { VendorAnswer } from './vendors/vendor.ts'

export interface ReceptionOptions {
  recorder: Recorder
  answers: Answers
  journal: RequestJournal | undefined
}

/** Returns the handler of every request that is not for the control paths. Rejects when the sender goes away. */
export function createReceiver({ recorder, answers, journal }: ReceptionOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const arrival = new Date()
    const { method = 'GET', url = '/', headers } = request
    const whole = await readRecordedBody(request)
    const answer = answers.take(url.split('?', 1)[0] ?? url)
    const { recorded: told, ...reply } = replyTo(answer, url, {
      headers,
      text: whole.toString(),
      bytes: whole.length,
      now: arrival.getTime(),
    })
    const arrived = { time: arrival.toISOString(), method, url, headers, ...keptOf(whole), ...told }
    const recorded = recorder.add(withoutCredentials(arrived, recipientOf(url).vendor))
    try {
      await delayAnswer(answer, response)
      recorder.answered(recorded, reply.status)
      send(reply, response)
    } finally {
      journal?.write(recorded)
    }
  }
}

/** Waits as long as the answer is to be delayed. Rejects when the sender goes away before. */
async function delayAnswer({ delayMs, behavior }: AnswerRule, response: ServerResponse): Promise<void> {
  const hangs = behavior === 'hang'
  if (!hangs && !delayMs) return
  const left = once(response, 'close').then(() => Promise.reject(new Error('the sender went away')))
  await (hangs ? left : Promise.race([left, wait(delayMs, undefined, { ref: false })]))
}

function send({ status, headers, body }: VendorAnswer, response: ServerResponse): void {
  const isText = typeof body === 'string'
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(status, {
    ...(body !== undefined && { 'content-type': type }),
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(isText || body === undefined ? body : JSON.stringify(body))
}
