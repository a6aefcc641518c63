/** Demo: calls a running stack over HTTP as its accounts do: each with the rights of its role. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Role } from '../accounts.ts'
import type { StackInfo } from '../stack_info.ts'

/** POSTs as an account of the role. A string is sent as it is, any other body as JSON. */
export async function postAs(
  { baseUrl, roles, token }: StackInfo,
  role: Role,
  path: string,
  body: unknown,
): Promise<Response> {
  return fetch(baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${roles[role]?.token ?? token}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Sets a rule of the third-party recorder (AnswerRule). */
export async function setVendorAnswer({ thirdPartyUrl }: StackInfo, rule: object): Promise<void> {
  await fetch(`${thirdPartyUrl}/answer`, { method: 'PUT', body: JSON.stringify(rule) })
}

/** Requests a run, and waits until it has ended. Returns its state; `unfinished` after `maxMs`. Throws an Error if it is refused. */
export async function runAndWait(
  stack: StackInfo,
  kind: string,
  request: object,
  maxMs = 180_000,
): Promise<string> {
  const response = await postAs(stack, 'operator', `/v1/console/runs/${kind}`, request)
  if (!response.ok) throw new Error(`The run "${kind}" was refused: ${await response.text()}`)
  const { run } = (await response.json()) as { run: string }
  const headers = { authorization: `Bearer ${stack.roles.operator?.token ?? stack.token}` }
  const end = Date.now() + maxMs
  while (Date.now() < end) {
    const shown = await fetch(`${stack.baseUrl}/v1/console/runs/${run}`, { headers })
    const { state } = shown.ok ? ((await shown.json()) as { state?: string }) : {}
    if (state !== undefined && !['waiting', 'running', 'settling'].includes(state)) return state
    await wait(250)
  }
  return 'unfinished'
}
