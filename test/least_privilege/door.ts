/** Least privilege: types a row of the table: a request, and the expected status for each kind of caller. */
import type { StackInfo } from '../../local/stack_info.ts'

/** Callers with exactly the permissions of one role. `stranger` is a Google account without any grant. */
export const callers = ['producer', 'analyst', 'editor', 'operator', 'stranger'] as const
export type Caller = (typeof callers)[number]

/** HTTP status by caller. */
export type Statuses = Readonly<Record<Caller, number>>

export interface Asking {
  facts: StackInfo
  caller: Caller
  /** The caller's address. */
  account: string
  /** The caller's access token. */
  token: string
  /** `Authorization` and `Content-Type` of a request with that token. */
  headers: Readonly<Record<string, string>>
}

export interface Door {
  /** Its name in the source, so that a test can find endpoints that the table lacks. */
  name: string
  /** Distinguishes several rows of one endpoint. */
  what?: string
  /** Written by hand from the grants of infra/resources/member_grants.ts, infra/resources/runs.ts and infra/resources/access.ts. */
  statuses: Statuses
  /** Sends the request as the caller. Resolves to the HTTP status, for gRPC to the corresponding one. */
  ask: (asking: Asking) => Promise<number>
}

/** Returns 200 for these callers and 403 for all others. */
export function onlyFor(...allowed: readonly Caller[]): Statuses {
  return statuses((caller) => (allowed.includes(caller) ? 200 : 403))
}

/** Returns the same status for every caller. */
export function all(status: number): Statuses {
  return statuses(() => status)
}

function statuses(of: (caller: Caller) => number): Statuses {
  return Object.fromEntries(callers.map((caller) => [caller, of(caller)])) as Statuses
}

/** Sends one request and reads its answer to the end. */
export async function statusOf(url: string, init: RequestInit): Promise<number> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  await response.arrayBuffer()
  return response.status
}
