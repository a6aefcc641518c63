/** Sources: opens the topic of each source to its members, and tells the functions what each source may send. */
import type { Resource } from '@pulumi/pulumi'
import { topicOfSource } from '../../schemas/bus.ts'
import type { Settings } from '../settings/index.ts'
import { publicSources } from '../settings/sources.ts'
import { externalMember, grantPublisher } from './access.ts'
import type { Bus } from './bus.ts'

type WithSources = Pick<Settings, 'sources'>

/** Returns the environment variable that lists the sources; none without sources. */
export function sourcesEnvironment({ sources }: WithSources): { SOURCES?: string } {
  return Object.keys(sources).length === 0 ? {} : { SOURCES: JSON.stringify(publicSources(sources)) }
}

/** Returns the members of all sources. */
export function sourceMembers({ sources }: WithSources): readonly string[] {
  return Object.values(sources).flatMap(({ members = [] }) => members)
}

/** Grants the members of each source publishing to its topic, and nothing else, after `stores`, the subscriptions that receive their events.
 * Returns the grants. */
export function grantSourceMembers(
  { sources }: WithSources,
  bus: Bus,
  stores: readonly Resource[],
): readonly Resource[] {
  return Object.entries(sources).flatMap(([source, { members = [] }]) =>
    members.map((member) =>
      grantPublisher(externalMember(member), topicOfSource(source), bus.sourceTopics.get(source)!, {
        parent: bus,
        dependsOn: [...stores],
      }),
    ),
  )
}
