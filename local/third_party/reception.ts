/** The reception: takes in one request for a third party, records it and answers it as told. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Answers } from './answers.ts'
import type { Journal } from './journal.ts'
import type { Recorder } from './recorder.ts'
import { readBody } from './request_body.ts'

export interface ReceptionOptions {
  recorder: Recorder
  answers: Answers
  journal: Journal | undefined
}

/** Returns the handler of every request that is not for the control paths. Rejects when the sender goes away. */
export function createReception({ recorder, answers, journal }: ReceptionOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const time = new Date().toISOString()
    const { method = 'GET', url = '/', headers } = request
    const body = await readBody(request)
    const recorded = recorder.add({ time, method, url, headers, ...body })
    const answer = answers.take(url.split('?', 1)[0] ?? url)
    try {
      await hold(answer, response)
      recorder.answered(recorded, answer.status)
      send(answer, response)
    } finally {
      journal?.write(recorded)
    }
  }
}

/** Waits as long as the answer is to be delayed. Rejects when the sender goes away before. */
async function hold({ delayMs, hang }: Answer, response: ServerResponse): Promise<void> {
  if (!hang && !delayMs) return
  const left = once(response, 'close').then(() => Promise.reject(new Error('the sender went away')))
  await (hang ? left : Promise.race([left, wait(delayMs, undefined, { ref: false })]))
}

function send({ status, body = {}, retryAfter }: Answer, response: ServerResponse): void {
  const isText = typeof body === 'string'
  response
    .writeHead(status, {
      'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    })
    .end(isText ? body : JSON.stringify(body))
}
