/** Operating: the API of the console, which asks Google with the rights of whoever runs the command. */
import type { CommandEnvironment } from './environment.ts'

/** A run as the console tells of it. */
export interface ConsoleRun {
  run_id: string
  kind: string
  name: string | null
  destination: string | null
  state: string
  reason: string | null
  dry_run: boolean
  counts: Readonly<Record<string, number>>
  /** What it found; only where one run is asked for. */
  result?: Readonly<Record<string, unknown>> | null
  /** RFC 3339. */
  requested_at: string
  started_at: string
  finished_at: string | null
}

/** An answer other than 200. */
export class ConsoleApiError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface ConsoleApi {
  get: (path: string) => Promise<unknown>
  post: (path: string, body: object) => Promise<unknown>
}

/** `address` is the console's, where it is not the function's own. Throws Refused in the console's words. */
export async function consoleApi(
  { uriOf, authorization, idToken }: CommandEnvironment,
  address: string | undefined,
): Promise<ConsoleApi> {
  const base = (address ?? (await uriOf('console'))).replace(/\/(console\/?)?$/, '')
  let identity: Readonly<Record<string, string>> = {}
  const send = async (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${base}/v1/console/${path}`, {
      method,
      headers: { ...identity, authorization: await authorization(), 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    let response = await send(method, path, body)
    if (stoppedAtTheDoor(response)) {
      identity = { 'x-serverless-authorization': `Bearer ${await idToken('console')}` }
      response = await send(method, path, body)
    }
    const text = await response.text()
    if (response.ok) return JSON.parse(text)
    throw new ConsoleApiError(response.status, wordsOf(text) ?? `The console answered ${response.status}.`)
  }
  return { get: (path) => ask('GET', path), post: (path, body) => ask('POST', path, body) }
}

/** Whether Cloud Run has answered before the function was asked: without public ingress it wants to know first who calls. The function
 * itself refuses in JSON. https://cloud.google.com/run/docs/troubleshooting#unauthorized-client */
function stoppedAtTheDoor({ status, headers }: Response): boolean {
  return (status === 401 || status === 403) && !headers.get('content-type')?.startsWith('application/json')
}

function wordsOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { error?: { message?: string } }).error?.message
  } catch {
    return undefined
  }
}
