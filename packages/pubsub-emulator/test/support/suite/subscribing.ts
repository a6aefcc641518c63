/** Builds the cases on subscriptions. */
import { area, docs } from '../case.ts'
import type { Json } from '../session.ts'

export const subscriptions = area('subscriptions', docs.subscriptions)

/** Returns the settings of a push subscription. */
export function pushTo(endpoint: string): Json {
  return { pushConfig: { pushEndpoint: endpoint } }
}
