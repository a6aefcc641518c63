/** Local stack: reads the worker pools of the graph. Each runs the code of the function whose image it has, in a process that nobody calls. */
import { ofType, type Graph, type Resource } from '../pulumi/graph.ts'
import { functionsOf, type PlannedFunction } from './functions.ts'
import { record, requireText } from './inputs.ts'

interface Container {
  image: string
  envs: readonly {
    name: string
    value?: string
    valueSource?: { secretKeyRef: { secret: string; version: string } }
  }[]
}

export function poolsOf(graph: Graph): readonly PlannedFunction[] {
  const functions = functionsOf(graph)
  return ofType(graph, 'gcp:cloudrunv2/workerPool:WorkerPool').map((pool) => {
    const { image, envs } = containerOf(pool)
    const own = functions.find(({ name }) => image.endsWith(`/${name}`))
    if (!own) throw new Error(`${pool.urn}: no function has the image ${image}.`)
    return {
      ...own,
      name: requireText(pool, 'name'),
      email: requireText({ urn: pool.urn, inputs: record(pool, 'template') }, 'serviceAccount'),
      invokers: [],
      env: Object.fromEntries(
        envs.map(({ name, value, valueSource }) => [
          name,
          valueSource ? secretValue(graph, pool, valueSource.secretKeyRef.secret) : (value ?? ''),
        ]),
      ),
    }
  })
}

function containerOf(pool: Resource): Container {
  const [container] = record(pool, 'template')['containers'] as readonly Container[]
  if (!container) throw new Error(`${pool.urn}: the template has no container.`)
  return container
}

function secretValue(graph: Graph, { urn }: Resource, secret: string): string {
  const version = ofType(graph, 'gcp:secretmanager/secretVersion:SecretVersion').find((each) =>
    requireText(each, 'secret').endsWith(`/secrets/${secret}`),
  )
  if (!version) throw new Error(`${urn}: secret ${secret} has no version.`)
  return requireText(version, 'secretData')
}
