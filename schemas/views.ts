/** Storage layer: all views of the dataset, what dashboards and people read. The Pulumi program makes them. */
import { eventTypes } from './event_types.ts'
import { deliveryState } from './views/delivery_state.ts'
import { eventView } from './views/event_view.ts'
import { eventsDeduplicated } from './views/events_deduplicated.ts'
import type { View } from './views/view.ts'

/** The views of one dataset, each after those that it reads. */
export const views = (project: string, dataset: string): readonly View[] => {
  const locate = (name: string) => `\`${project}.${dataset}.${name}\``
  return [
    eventsDeduplicated(locate),
    deliveryState(locate),
    ...[...eventTypes.values()].map((type) => eventView(type, locate)),
  ]
}
