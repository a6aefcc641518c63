/** People: what those may do whom the settings name, and systems of theirs: publish, query, save definitions. */
import { mayPublish, mayQuery, mayWrite, outsider } from './access.ts'
import type { Bus } from './bus.ts'
import type { Settings } from './settings.ts'
import type { Warehouse } from './warehouse.ts'

export const admit = (
  { project, producers, analysts, editors }: Pick<Settings, 'project' | 'producers' | 'analysts' | 'editors'>,
  bus: Bus,
  warehouse: Warehouse,
): void => {
  for (const producer of producers) {
    for (const [name, topic] of bus.publicTopics) mayPublish(outsider(producer), name, topic, { parent: bus })
  }
  for (const reader of new Set([...analysts, ...editors]))
    mayQuery(reader, project, warehouse.dataset, { parent: warehouse })
  for (const editor of editors)
    mayWrite(outsider(editor), 'definitions', warehouse.tables.definitions, { parent: warehouse })
}
