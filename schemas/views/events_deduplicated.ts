/** Storage layer: describes view `events_deduplicated`, which has each event once although the bus may deliver it twice. */
import { events } from '../warehouse/events.ts'
import { eachEventOnce, identifier, shown, type Locate, type View } from './view.ts'

export function eventsDeduplicated(locate: Locate): View {
  return {
    name: 'events_deduplicated',
    description: 'Every event once: the row that was received first. Filter on received_at to read less.',
    // Lists the columns, because `*` would be fixed to the columns that the table had when the view was created.
    columns: shown(events.columns),
    query: `SELECT
  ${events.columns.map(({ name }) => identifier(name)).join(',\n  ')}
FROM ${eachEventOnce(locate(events.name))} AS event`,
    reads: [events.name],
  }
}
