/** People: what those may do whom the settings name, and systems of theirs: publish, query, save definitions. */
import type { Resource } from '@pulumi/pulumi'
import { grantPublisher, grantQueryUser, grantRowWriter, externalMember } from './access.ts'
import type { Bus } from './bus.ts'
import type { Settings } from '../settings/index.ts'
import type { WarehouseResources } from './warehouse.ts'

type Named = Pick<Settings, 'project' | 'producers' | 'analysts' | 'editors'>

/** Who may call a function that passes its caller's own token on: anybody, since Google then checks that token; where an organisation
 * forbids so, those whom the settings name. As IAM members, by a name for each. */
export function invokerMembers(
  { publicIngress }: Pick<Settings, 'publicIngress'>,
  members: readonly string[],
): Readonly<Record<string, string>> {
  return publicIngress
    ? { public: 'allUsers' }
    : Object.fromEntries(members.map((member) => [member, member]))
}

/** Makes the grants of producers once `stores` exist, the subscriptions that take what is published. Returns these grants. */
export function grantMembers(
  { project, producers, analysts, editors }: Named,
  bus: Bus,
  warehouse: WarehouseResources,
  stores: readonly Resource[],
): readonly Resource[] {
  for (const reader of new Set([...analysts, ...editors]))
    grantQueryUser(reader, project, warehouse.dataset, { parent: warehouse })
  for (const editor of editors)
    grantRowWriter(externalMember(editor), 'definitions', warehouse, { parent: warehouse })
  return producers.flatMap((producer) =>
    [...bus.publicTopics].map(([name, topic]) =>
      grantPublisher(externalMember(producer), name, topic, { parent: bus, dependsOn: [...stores] }),
    ),
  )
}
