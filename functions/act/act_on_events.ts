/** Actions: fires every action that a batch of stored events triggers. */
import { queryFault } from '../google/query_fault.ts'
import { candidateOf, type TriggeringEvent } from './candidate.ts'
import { fire, type FirePorts } from './fire.ts'
import type { DeployedAction, MatchActions } from './triggers.ts'

/** `settled`: every matched action has finished. `retry`: the event must be redelivered. */
type ActResult = { kind: 'settled' } | { kind: 'retry'; message: string }

export interface ActPorts extends FirePorts {
  matchActions: MatchActions<DeployedAction>
  /** Refreshes the suppression list. */
  refreshSuppressions: () => Promise<unknown>
}

/** Returns one result per event, in order. A failure of one action does not delay the others. */
export async function actOnEvents(
  ports: ActPorts,
  events: readonly TriggeringEvent[],
): Promise<readonly ActResult[]> {
  const byAction = new Map<DeployedAction, number[]>()
  for (const [index, event] of events.entries())
    for (const deployed of ports.matchActions(event))
      byAction.set(deployed, [...(byAction.get(deployed) ?? []), index])
  const results: ActResult[] = events.map(() => ({ kind: 'settled' }))
  if (byAction.size === 0) return results
  await ports.refreshSuppressions()
  await Promise.all(
    [...byAction].map(async ([deployed, indexes]) => {
      for (const [index, message] of await retriesOf(ports, deployed, events, indexes))
        results[index] = { kind: 'retry', message }
    }),
  )
  return results
}

/** Returns the events that one action must retry, with the reason. */
async function retriesOf(
  ports: ActPorts,
  deployed: DeployedAction,
  events: readonly TriggeringEvent[],
  indexes: readonly number[],
): Promise<readonly (readonly [index: number, message: string])[]> {
  const { name } = deployed.action
  try {
    const results = await fire(
      ports,
      deployed,
      indexes.map((index) => candidateOf(deployed.action, events[index]!)),
    )
    return indexes.flatMap((index, at) => {
      const result = results[at]!
      return result.outcome === 'retry' ? [[index, `Action ${name}: ${result.message}`] as const] : []
    })
  } catch (error) {
    const message = queryFault(error)?.message ?? (error instanceof Error ? error.message : String(error))
    return indexes.map((index) => [index, `Action ${name}: ${message}`] as const)
  }
}
