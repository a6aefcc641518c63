/** Third-party recorder: serves its page and its control paths. Requests to these are not recorded. */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ErrorBody } from '../../schemas/status.ts'
import type { Answers } from './answers.ts'
import type { RequestJournal } from './journal.ts'
import type { ListMembers } from './members.ts'
import type { LiveStream } from './live_stream.ts'
import type { Recorder } from './recorder.ts'

interface ControlOptions {
  recorder: Recorder
  answers: Answers
  members: ListMembers
  stream: LiveStream
  journal: RequestJournal | undefined
}

type Route = (
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
) => Promise<void> | void

/** The files that `page.html` loads. */
const pageParts = {
  'page.css': 'text/css',
  'controls.css': 'text/css',
  'parties.css': 'text/css',
  'requests.css': 'text/css',
  'page.js': 'text/javascript',
  'answers.js': 'text/javascript',
  'parties.js': 'text/javascript',
  'request_row.js': 'text/javascript',
  'icon.svg': 'image/svg+xml',
}

/** Allows only this origin, so that no content of a recorded request can run or load anything in the page. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Returns the handler of the control paths. It returns undefined for any other path.
 * - `GET /`: the page. Its files are below `/requests/`, so that all other paths are left to the third parties.
 * - `GET /requests`: all recorded requests, oldest first, as a JSON array. `HEAD`: only their number (`x-total-count`).
 *   `DELETE`: deletes them. `GET /requests/stream`: server-sent events.
 * - `PUT /answer`: adds a rule (see AnswerRule). `GET`: the active rules. `DELETE`: removes all rules, or with `?path=` those of that
 *   path.
 * - `GET /members`: the members of each list of people. `DELETE`: forgets them.
 */
export function createControl({ recorder, answers, members, stream, journal }: ControlOptions) {
  const routes: Readonly<Record<string, Route>> = {
    'GET /': pageFile('page.html', 'text/html'),
    ...Object.fromEntries(
      Object.entries(pageParts).map(([name, type]) => [`GET /requests/${name}`, pageFile(name, type)]),
    ),
    'GET /requests/stream': (_request, response) => stream.add(response),
    'GET /requests': (_request, response) => {
      response.setHeader('x-total-count', recorder.total)
      sendJson(response, 200, recorder.requests)
    },
    'HEAD /requests': (_request, response) => {
      response.setHeader('x-total-count', recorder.total).end()
    },
    'DELETE /requests': (_request, response) => {
      recorder.clear()
      journal?.clear()
      response.writeHead(204).end()
    },
    'GET /answer': (_request, response) => sendJson(response, 200, answers.active),
    'PUT /answer': async (request, response) => {
      const body = await text(request)
      try {
        sendJson(response, 200, answers.put(JSON.parse(body)))
      } catch (error) {
        sendError(response, 400, 'INVALID_ARGUMENT', error instanceof Error ? error.message : String(error))
      }
    },
    'DELETE /answer': (_request, response, query) => {
      answers.clear(query.get('path') ?? undefined)
      response.writeHead(204).end()
    },
    'GET /members': (_request, response) => sendJson(response, 200, members.lists),
    'DELETE /members': (_request, response) => {
      members.clear()
      response.writeHead(204).end()
    },
  }

  return (request: IncomingMessage, response: ServerResponse): Promise<void> | undefined => {
    const { method = 'GET', url = '/' } = request
    const path = url.split('?', 1)[0] ?? url
    const route = routes[`${method} ${path}`]
    if (route) return (async () => route(request, response, new URLSearchParams(url.slice(path.length))))()
    if (path === '/answer' || path === '/members' || path === '/requests' || path.startsWith('/requests/')) {
      return (async () => sendError(response, 404, 'NOT_FOUND', `${method} ${path}: no such control path`))()
    }
    return undefined
  }
}

/** Serves a file of this folder. */
function pageFile(name: string, type: string): Route {
  const location = new URL(name, import.meta.url)
  return async (_request, response) => {
    const content = await readFile(location)
    response
      .writeHead(200, {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': contentSecurityPolicy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .end(content)
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(`${JSON.stringify(value, null, 2)}\n`)
}

function sendError(
  response: ServerResponse,
  code: number,
  status: ErrorBody['error']['status'],
  message: string,
) {
  sendJson(response, code, { error: { code, message, status } } satisfies ErrorBody)
}
