/** Health: names the command that repairs a problem once its cause is fixed. Pure. */
import type { Destination } from '../../schemas/destination.ts'
import { syncs } from '../../schemas/derived_types.ts'
import { credentialsCommand } from '../delivery/credentials_command.ts'

/** Names come from producers, so only plain ones get into a command that a person pastes into a shell. */
const plainName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

function ofEvents(eventName: string | undefined): string {
  return eventName !== undefined && plainName.test(eventName) ? ` --where "event_name = '${eventName}'"` : ''
}

interface Affected {
  destination: Pick<Destination, 'id' | 'target'>
  /** RFC 3339: when the bus accepted the first of the events. */
  since: string
  outcomes: readonly string[]
  /** Default: all event types. */
  eventName?: string | undefined
  /** Sync or action that made the events. */
  source?: string | undefined
}

/** Returns the command that delivers events whose attempts have ended. */
export function redeliveryCommand({ destination, since, outcomes, eventName, source }: Affected): string {
  // A row of a sync that was not delivered is still a difference, which the next run sends. A firing is not stored.
  if (source !== undefined)
    return syncs.has(source)
      ? `npx sluice sync ${source} --destination ${destination.id}`
      : `npx sluice backtest ${source}`
  if (outcomes.every((outcome) => outcome === 'dead'))
    return `npx sluice requeue --destination ${destination.id} --from ${since}`
  const selected = outcomes.map((outcome) => ` --outcome ${outcome}`).join('')
  return `npx sluice replay --destination ${destination.id} --from ${since}${selected}${ofEvents(eventName)}`
}

/** Returns the command that delivers events which wait in Pub/Sub. `reason`: of their attempts; undefined without attempts. */
export function releaseCommand(
  destination: Pick<Destination, 'id' | 'target'>,
  reason: string | undefined,
): string {
  if (reason === 'auth') return credentialsCommand(destination)
  // Attempts that fail end in dead letters. A paused destination keeps its events for 31 days.
  return reason === undefined ? `npx sluice resume ${destination.id}` : `npx sluice pause ${destination.id}`
}

/** Returns the command that publishes quarantined messages again. `since`: RFC 3339. */
export function reprocessCommand(since: string, reason: string, eventName: string | undefined): string {
  const name = ofEvents(eventName).replace(/^ --where "|"$/g, '')
  const conditions = [`reason = '${reason}'`, ...(name === '' ? [] : [name])]
  return `npx sluice reprocess --from ${since} --where "${conditions.join(' AND ')}"`
}
