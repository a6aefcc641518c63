/** Demo: fires the actions that the messages of the past trigger, by the code of `act`. */
import { actOnEvents, type ActPorts } from '../../functions/act/act_on_events.ts'
import { FiringCache } from '../../functions/act/fire.ts'
import { compileTriggers } from '../../functions/act/triggers.ts'
import { parseStoredMessage } from '../../functions/bus/stored_message.ts'
import { compileDecisions } from '../../functions/decision/decide.ts'
import type { RowText } from '../../functions/google/bigquery.ts'
import type { OutgoingMessage } from '../../functions/google/pubsub.ts'
import { withTarget } from '../../functions/targets/registry.ts'
import { attributes, subscriptions } from '../../schemas/bus.ts'
import { claimedWindows } from './claimed_windows.ts'
import type { CollectedRows } from './collected_rows.ts'
import type { HistorySettings } from './history_settings.ts'
import { pushOf } from './push_of.ts'
import type { StoredMessage } from './store_history.ts'

/** Returns what `act` published. */
export async function fireHistory(
  stored: readonly StoredMessage[],
  { destinations, consentDefaults, actions }: HistorySettings,
  { append }: CollectedRows,
): Promise<readonly StoredMessage[]> {
  const fired: StoredMessage[] = []
  let now = 0
  const byId = new Map(
    destinations.map((destination) => [
      destination.id,
      {
        destination,
        decide: compileDecisions([withTarget(destination)], consentDefaults),
        now: () => new Date(now),
        isSuppressed: () => false,
        record: (rows: readonly RowText[]) => append('deliveries', rows),
        publish: async (messages: readonly OutgoingMessage[]) => {
          for (const message of messages)
            fired.push({ at: now + 20, messageId: `fired-${fired.length + 1}`, message })
          return 'accepted' as const
        },
      },
    ]),
  )
  const unread = (): never => {
    throw new Error('The actions of the history read windows alone.')
  }
  const windows = claimedWindows((rows) => append('action_windows', rows))
  const ports: ActPorts = {
    warehouse: { ...windows, locate: (name) => name, pages: unread, estimate: unread },
    to: (id) => byId.get(id)!,
    record: (rows) => append('action_firings', rows),
    settled: new FiringCache(),
    matchActions: compileTriggers(actions, () => {}),
    refreshSuppressions: async () => {},
  }
  for (const each of stored.filter(({ message }) => message.attributes[attributes.act] !== undefined)) {
    now = each.at + 400
    await actOnEvents(ports, [parseStoredMessage(pushOf(each, subscriptions.act, 1))])
  }
  return fired
}
