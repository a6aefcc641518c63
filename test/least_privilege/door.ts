/** Least privilege: what a door is to this table: something that callers ask, and what each kind of caller is answered. */
import type { StackInfo } from '../../local/stack_info.ts'

/** Callers with exactly the rights that infra/ grants to one role. `stranger` is an account of Google's without any grant here. */
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
  /** As the source names it, so that the guard can tell which doors the table lacks. */
  name: string
  /** What is asked, where a door has several rows. */
  what?: string
  /** Written by hand, from what infra/resources/member_grants.ts, infra/resources/runs.ts and infra/resources/access.ts grant. */
  statuses: Statuses
  /** Asks as the caller; the status of the answer, over gRPC its HTTP counterpart. */
  ask: (asking: Asking) => Promise<number>
}

/** 200 for these callers and 403 for all others, unless told. */
export function onlyFor(...allowed: readonly Caller[]): Statuses {
  return statuses((caller) => (allowed.includes(caller) ? 200 : 403))
}

/** The same for every caller. */
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
