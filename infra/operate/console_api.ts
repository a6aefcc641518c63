/** Operating: the API of the console, which asks Google with the rights of whoever runs the command. */
import type { Environment } from './environment.ts'

/** A run as the console tells of it. */
export interface ToldRun {
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
export class Refused extends Error {
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
export const consoleApi = async (
  { uriOf, authorization }: Environment,
  address: string | undefined,
): Promise<ConsoleApi> => {
  const base = (address ?? (await uriOf('console'))).replace(/\/(console\/?)?$/, '')
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${base}/v1/console/${path}`, {
      method,
      headers: { authorization: await authorization(), 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.ok) return JSON.parse(text)
    throw new Refused(response.status, wordsOf(text) ?? `The console answered ${response.status}.`)
  }
  return { get: (path) => ask('GET', path), post: (path, body) => ask('POST', path, body) }
}

const wordsOf = (text: string): string | undefined => {
  try {
    return (JSON.parse(text) as { error?: { message?: string } }).error?.message
  } catch {
    return undefined
  }
}
