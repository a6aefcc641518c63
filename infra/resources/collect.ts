/** Web door: makes the function `collect`, which publishes for web pages and e-mails that cannot send a bearer token. */
import { secret, type Output } from '@pulumi/pulumi'
import { topicOfSource } from '../../schemas/bus.ts'
import { pixelVariable } from '../../schemas/web_source.ts'
import type { Settings } from '../settings/index.ts'
import { webDoors, webSourceOf, type WebSetting } from '../settings/web_source.ts'
import { grantPublisher } from './access.ts'
import type { Bus } from './bus.ts'
import { FunctionResource } from './function.ts'
import { keepOutOfLogs } from './unlogged_requests.ts'

/** Makes the function `collect`. Its senders have no token, so it publishes as itself: to the topics of its sources, and it has no other right. Undefined
 * if no source has a web door. */
export function declareCollect(
  place: Pick<
    ConstructorParameters<typeof FunctionResource<'collect'>>[1],
    'platform' | 'project' | 'region' | 'instances' | 'invokers' | 'ingress' | 'after'
  >,
  { sources, edge }: Pick<Settings, 'sources' | 'edge'>,
  bus: Bus,
): FunctionResource<'collect'> | undefined {
  const doors = webDoors(sources)
  const names = Object.keys(doors)
  if (names.length === 0) return undefined
  const collect = new FunctionResource('collect', {
    ...place,
    environment: {
      GOOGLE_CLOUD_PROJECT: place.project,
      WEB_SOURCES: JSON.stringify(Object.entries(doors).map(([name, door]) => webSourceOf(name, door))),
      TRUSTED_HOPS: edge ? '2' : '1',
    },
    secrets: secretsOf(doors),
  })
  for (const name of names)
    grantPublisher(collect, topicOfSource(name), bus.sourceTopics.get(name)!, { parent: collect })
  // The log would hold the addresses of visitors, and the parameters of pixels.
  keepOutOfLogs(
    { name: 'collect', service: collect.service, description: 'Requests of visitors are personal data' },
    collect,
  )
  return collect
}

/** Returns the secrets of pixels, by environment variable. */
function secretsOf(doors: Readonly<Record<string, WebSetting>>): Readonly<Record<string, Output<string>>> {
  return Object.fromEntries(
    Object.entries(doors).flatMap(([name, { pixelSecret }]) =>
      pixelSecret === undefined ? [] : [[pixelVariable(name), secret(pixelSecret)]],
    ),
  )
}
