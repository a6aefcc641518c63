/** Actions: a batch of stored events → the firings of every action that they set off. Knows no client. */
import { candidateOf, type TriggeringEvent } from './candidate.ts'
import { fire, type FirePorts } from './fire.ts'
import type { DeployedAction, MatchActions } from './triggers.ts'

/** `settled`: every action has had its say. `again`: the event must come again. */
export type ActResult = { kind: 'settled' } | { kind: 'retry'; message: string }

export interface ActPorts extends FirePorts {
  setOff: MatchActions<DeployedAction>
  /** Brings the list of suppressions up to date. */
  refreshSuppressions: () => Promise<unknown>
}

/** One result per event, in order. What one action cannot do yet holds up no other. */
export async function actOnEvents(
  ports: ActPorts,
  events: readonly TriggeringEvent[],
): Promise<readonly ActResult[]> {
  const byAction = new Map<DeployedAction, number[]>()
  for (const [index, event] of events.entries())
    for (const assigned of ports.setOff(event))
      byAction.set(assigned, [...(byAction.get(assigned) ?? []), index])
  const results: ActResult[] = events.map(() => ({ kind: 'settled' }))
  if (byAction.size === 0) return results
  await ports.refreshSuppressions()
  await Promise.all(
    [...byAction].map(async ([assigned, indexes]) => {
      for (const [index, message] of await retriesOf(ports, assigned, events, indexes))
        results[index] = { kind: 'retry', message }
    }),
  )
  return results
}

/** The events that must come again for the sake of one action, and why. */
async function retriesOf(
  ports: ActPorts,
  assigned: DeployedAction,
  events: readonly TriggeringEvent[],
  indexes: readonly number[],
): Promise<readonly (readonly [index: number, message: string])[]> {
  const { name } = assigned.action
  try {
    const fired = await fire(
      ports,
      assigned,
      indexes.map((index) => candidateOf(assigned.action, events[index]!)),
    )
    return indexes.flatMap((index, at) => {
      const ended = fired[at]!
      return ended.outcome === 'retry' ? [[index, `Action ${name}: ${ended.message}`] as const] : []
    })
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return indexes.map((index) => [index, `Action ${name}: ${words}`] as const)
  }
}
