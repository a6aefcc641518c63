/** How the cases on subscriptions are built. */
import { area, docs } from '../case.ts'
import type { Json } from '../session.ts'

export const subscriptions = area('subscriptions', docs.subscriptions)

/** The settings of a subscription that pushes. */
export function pushTo(endpoint: string): Json {
  return { pushConfig: { pushEndpoint: endpoint } }
}
