/** Storage layer: lists the views of the dataset. The Pulumi program creates them. */
import { eventTypes } from './event_types.ts'
import { audienceMembers } from './views/audience_members.ts'
import { consentNow } from './views/consent_now.ts'
import { definitionsCurrent } from './views/definitions_current.ts'
import { deliveryFunnel } from './views/delivery_funnel.ts'
import { deliveryState } from './views/delivery_state.ts'
import { deprecatedInUse } from './views/deprecated_in_use.ts'
import { duplicateOrders } from './views/duplicate_orders.ts'
import { destinationHealth } from './views/destination_health.ts'
import { eventView } from './views/event_view.ts'
import { eventsDeduplicated } from './views/events_deduplicated.ts'
import { fieldDrift } from './views/field_drift.ts'
import { fieldsLeftOut } from './views/fields_left_out.ts'
import { lastClick } from './views/last_click.ts'
import { latency } from './views/latency.ts'
import { listReceipts } from './views/list_receipts.ts'
import { people } from './views/people.ts'
import { reconciliation } from './views/reconciliation.ts'
import { sessions } from './views/sessions.ts'
import { syncRuns } from './views/sync_runs.ts'
import { topErrors } from './views/top_errors.ts'
import type { View } from './views/view.ts'
import { volumeAnomalies } from './views/volume_anomalies.ts'
import type { Kept } from './views/window.ts'

/** The views of one dataset, each after the views that it reads. They do not cover days whose rows have expired. */
export function views(
  project: string,
  dataset: string,
  kept: Kept = { events: 0, deliveries: 0 },
): readonly View[] {
  const locate = (name: string) => `\`${project}.${dataset}.${name}\``
  return [
    eventsDeduplicated(locate),
    consentNow(locate),
    people(locate),
    lastClick(locate, kept),
    sessions(locate, kept),
    deliveryState(locate, kept),
    deliveryFunnel(locate, kept),
    topErrors(locate),
    fieldsLeftOut(locate),
    fieldDrift(locate),
    deprecatedInUse(locate),
    latency(locate, kept),
    reconciliation(locate, kept),
    volumeAnomalies(locate),
    definitionsCurrent(locate),
    duplicateOrders(locate, kept),
    syncRuns(locate),
    audienceMembers(locate, kept),
    listReceipts(locate, kept),
    destinationHealth(locate),
    ...[...eventTypes.values()].map((type) => eventView(type, locate)),
  ]
}
