/** Third-party recorder: records one request and answers it by the active rules. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerRule, Answers } from './answers.ts'
import { withoutCredentials } from './credentials.ts'
import type { RequestJournal } from './journal.ts'
import { recipientOf } from './recipient.ts'
import type { ListMembers } from './members.ts'
import type { Recorder } from './recorder.ts'
import type { RefreshTokens } from './refresh_tokens.ts'
import { replyTo } from './reply.ts'
import { bodyToRecord, readRecordedBody } from './request_body.ts'
import type { VendorAnswer } from './vendors/vendor.ts'

interface ReceptionOptions {
  recorder: Recorder
  answers: Answers
  members: ListMembers
  refreshTokens: RefreshTokens
  journal: RequestJournal | undefined
}

/** Returns the handler of all requests outside of the control paths. It rejects if the sender disconnects. */
export function createReceiver({ recorder, answers, members, refreshTokens, journal }: ReceptionOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const arrival = new Date()
    const { method = 'GET', url = '/', headers } = request
    const bytes = await readRecordedBody(request)
    const text = bytes.toString()
    const answer = answers.take(url.split('?', 1)[0] ?? url, text)
    const { recorded: replyDetails, ...reply } = refreshTokens.answer(
      url,
      text,
      replyTo(answer, url, { headers, text, bytes: bytes.length, now: arrival.getTime() }),
    )
    const arrived = {
      time: arrival.toISOString(),
      method,
      url,
      headers,
      ...bodyToRecord(bytes, text),
      ...replyDetails,
    }
    const recorded = recorder.add(withoutCredentials(arrived, recipientOf(url).vendor))
    try {
      await delayAnswer(answer, response)
      recorder.answered(recorded, reply.status)
      members.apply(recorded)
      send(reply, response)
    } finally {
      journal?.write(recorded)
    }
  }
}

/** Waits for the delay of the answer. Rejects if the sender disconnects first. */
async function delayAnswer({ delayMs, behavior }: AnswerRule, response: ServerResponse): Promise<void> {
  const hangs = behavior === 'hang'
  if (!hangs && !delayMs) return
  const disconnected = once(response, 'close').then(() =>
    Promise.reject(new Error('the sender disconnected')),
  )
  await (hangs ? disconnected : Promise.race([disconnected, wait(delayMs, undefined, { ref: false })]))
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
