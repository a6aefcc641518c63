/** People: what those may do whom the settings name, and systems of theirs: publish, query, save definitions. */
import type { Resource } from '@pulumi/pulumi'
import { mayPublish, mayQuery, mayWrite, outsider } from './access.ts'
import type { Bus } from './bus.ts'
import type { Settings } from './settings.ts'
import type { Warehouse } from './warehouse.ts'

type Named = Pick<Settings, 'project' | 'producers' | 'analysts' | 'editors'>

/** Who may call a function that passes its caller's own token on: anybody, since Google then checks that token; where an organisation
 * forbids so, those whom the settings name. As IAM members, by a name for each. */
export function callers(
  { publicIngress }: Pick<Settings, 'publicIngress'>,
  members: readonly string[],
): Readonly<Record<string, string>> {
  return publicIngress
    ? { public: 'allUsers' }
    : Object.fromEntries(members.map((member) => [member, member]))
}

/** Makes the grants of producers once `stores` exist, the subscriptions that take what is published. Returns these grants. */
export function admit(
  { project, producers, analysts, editors }: Named,
  bus: Bus,
  warehouse: Warehouse,
  stores: readonly Resource[],
): readonly Resource[] {
  for (const reader of new Set([...analysts, ...editors]))
    mayQuery(reader, project, warehouse.dataset, { parent: warehouse })
  for (const editor of editors) mayWrite(outsider(editor), 'definitions', warehouse, { parent: warehouse })
  return producers.flatMap((producer) =>
    [...bus.publicTopics].map(([name, topic]) =>
      mayPublish(outsider(producer), name, topic, { parent: bus, dependsOn: [...stores] }),
    ),
  )
}
