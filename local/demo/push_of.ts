/** Demo: a published message of the past as a subscription delivers it. Pure. */
import type { PushMessage } from '../../functions/bus/push.ts'
import type { StoredMessage } from './store_history.ts'

export function pushOf(
  { at, messageId, message: { data, attributes } }: StoredMessage,
  subscription: string,
  attempt: number,
): PushMessage {
  return { subscription, messageId, publishTime: new Date(at).toISOString(), data, attributes, attempt }
}
