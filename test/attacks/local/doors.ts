/** Attacks on the local doors: every HTTP server of a local stack, and a path of each that works. */
import type { StackInfo } from '../../../local/stack_info.ts'

export interface Door {
  name: string
  port: number
  /** Headers without which the door answers nothing but 403. */
  headers: readonly string[]
  /** Paths on which the generated requests build. */
  paths: readonly string[]
}

/** The doors of a stack, and the metadata and identity servers of their own, whose ports stack.json does not hold. */
export function doorsOf(stack: StackInfo, ports: { metadata: number; identity: number }): readonly Door[] {
  const { project, dataset } = stack
  const metadata = [
    '/computeMetadata/v1/instance/service-accounts/default/token',
    '/computeMetadata/v1/project/project-id',
  ]
  const flavor = ['Metadata-Flavor: Google']
  const door = (
    name: string,
    url: string | number,
    paths: readonly string[],
    headers: readonly string[] = [],
  ): Door => ({
    name,
    port: typeof url === 'number' ? url : Number(new URL(url).port),
    headers,
    paths,
  })
  return [
    door('edge', stack.baseUrl, [
      '/token',
      '/tokeninfo',
      '/certs',
      '/local/',
      '/local/token',
      '/v1/topics/view_content',
      '/v1/translators/x',
      '/v1/hooks/x',
      '/console/',
      '/v1/console/definitions',
      '/v1/limits',
    ]),
    door(
      'pubsub',
      `http://${stack.pubsubHost}`,
      [
        `/v1/projects/${project}/topics/attacked:publish`,
        `/v1/projects/${project}/topics`,
        `/v1/projects/${project}/subscriptions/attacked:pull`,
      ],
      [`Authorization: Bearer ${stack.token}`],
    ),
    door(
      'secret manager',
      stack.secretManagerUrl,
      [
        `/v1/projects/${project}/secrets/attacked:addVersion`,
        `/v1/projects/${project}/secrets/attacked/versions`,
        `/v1/projects/${project}/secrets/attacked/versions/latest:access`,
        `/v1/projects/${project}/secrets/attacked/versions/1:destroy`,
      ],
      [`Authorization: Bearer ${stack.token}`],
    ),
    door(
      'bigquery',
      stack.bigqueryUrl,
      [
        `/projects/${project}/queries`,
        `/projects/${project}/jobs`,
        `/bigquery/v2/projects/${project}/datasets/${dataset}/tables`,
        `/projects/${project}/datasets/${dataset}/tables/attacked`,
        `/projects/${project}/datasets/${dataset}/tables/attacked/insertAll`,
        `/projects/${project}/datasets/${dataset}/tables/attacked/data`,
        `/upload/bigquery/v2/projects/${project}/jobs`,
        `/discovery/v1/apis/bigquery/v2/rest`,
      ],
      [`Authorization: Bearer ${stack.token}`],
    ),
    door('recorder', stack.thirdPartyUrl, [
      '/',
      '/requests',
      '/requests/stream',
      '/answer',
      '/graph.facebook.com/v1/events',
    ]),
    door('ingest', stack.functions['ingest']!, ['/v1/topics/view_content', '/v1/limits']),
    door('console', stack.functions['console']!, ['/', '/console/', '/v1/console/definitions']),
    door('store', stack.functions['store']!, ['/']),
    door('metadata', ports.metadata, metadata, flavor),
    door('identity', ports.identity, ['/token', '/certs', ...metadata], flavor),
  ]
}
