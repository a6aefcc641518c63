/** Test support: evaluates the requirements of an action for one person. */
import type { Requirement } from '../../schemas/action.ts'
import { action, assign, bodyOf, kindsOf, type Engine, type Happening } from './engine.ts'

let people = 0

/** Acts on the last of these events of a new person. Returns the outcome and the data of the firing. */
export async function evaluate(
  engine: Engine,
  requires: readonly Requirement[],
  happenings: readonly Happening[],
  { trigger = 'purchase', subject = 'user_id' } = {},
) {
  const user_id = `u${++people}`
  const events = await engine.store(
    happenings.map((each, index) => ({ event_id: `${user_id}-${index}`, user_id, ...each })),
  )
  const declared = action({ name: `test_${people}`, trigger: { on: [trigger] }, subject, requires })
  engine.published.splice(0)
  await kindsOf(engine.instance([assign(declared)]), [events.at(-1)!])
  const [row] = await engine.query(
    `SELECT reason, detail FROM action_firings WHERE action = 'test_${people}'`,
  )
  const data = engine.published[0] ? bodyOf(engine.published[0])['event_data'] : undefined
  return { reason: row!['reason'], detail: row!['detail'], data }
}

/** A time in days after 1 March 2026. */
export function at(days: number): string {
  return new Date(Date.UTC(2026, 2, 1) + days * 86_400_000).toISOString()
}

export function purchase(days: number, value = 10): Happening {
  return { at: at(days), value }
}
