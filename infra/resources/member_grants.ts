/** Access: grants the members named in the settings what they may do: publish, query, save definitions. */
import type { Resource } from '@pulumi/pulumi'
import { grantJobUser, grantPublisher, grantQueryUser, grantRowWriter, externalMember } from './access.ts'
import type { Bus } from './bus.ts'
import type { Settings } from '../settings/index.ts'
import { grantSourceMembers } from './sources.ts'
import type { WarehouseResources } from './warehouse.ts'

type Named = Pick<Settings, 'project' | 'producers' | 'sources' | 'analysts' | 'editors' | 'operators'>

/** Returns who may call a public function, as IAM members by name: everyone, because the function uses its caller's token, which Google checks;
 * or, if the organization forbids public access, the members named in the settings. */
export function invokerMembers(
  { publicIngress }: Pick<Settings, 'publicIngress'>,
  members: readonly string[],
): Readonly<Record<string, string>> {
  return publicIngress
    ? { public: 'allUsers' }
    : Object.fromEntries(members.map((member) => [member, member]))
}

/** Grants the members their roles. The grants of producers and of the members of sources wait for `stores`, the subscriptions that receive their events. Returns these. */
export function grantMembers(
  { project, producers, sources, analysts, editors, operators }: Named,
  bus: Bus,
  warehouse: WarehouseResources,
  stores: readonly Resource[],
): readonly Resource[] {
  for (const reader of new Set([...analysts, ...editors]))
    grantQueryUser(reader, project, warehouse.dataset, { parent: warehouse })
  // BigQuery verifies who asks for a run by a query that reads no data.
  for (const operator of new Set(operators).difference(new Set([...analysts, ...editors])))
    grantJobUser(externalMember(operator), project, { parent: warehouse })
  // They may erase a person, which begins with the same.
  for (const operator of operators)
    grantRowWriter(externalMember(operator), 'suppressions', warehouse, { parent: warehouse })
  for (const editor of editors)
    grantRowWriter(externalMember(editor), 'definitions', warehouse, { parent: warehouse })
  const toShared = producers.flatMap((producer) =>
    [...bus.sharedTopics].map(([name, topic]) =>
      grantPublisher(externalMember(producer), name, topic, { parent: bus, dependsOn: [...stores] }),
    ),
  )
  return [...toShared, ...grantSourceMembers({ sources }, bus, stores)]
}
