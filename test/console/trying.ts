/** Test support: what is tried on stored events at the console. */
import type { StackInfo } from '../../local/stack_info.ts'
import { tokenOf } from '../support/roles.ts'

const hourMs = 3_600_000

/** The period of the events: the last day. */
export function lastDay(): { since: string; until: string } {
  return {
    since: new Date(Date.now() - 24 * hourMs).toISOString(),
    until: new Date(Date.now() + hourMs).toISOString(),
  }
}

/** Posts to a path under `/v1/console/`. Default: as an analyst. */
export async function postTrial(
  facts: StackInfo,
  path: string,
  body: object,
  token: string = tokenOf(facts, 'analyst'),
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${facts.baseUrl}/v1/console/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}
