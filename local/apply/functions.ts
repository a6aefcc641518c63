/** Local stack: reads code, service account and environment of each function from the graph. */
import type { FunctionSpec } from '../functions/instance.ts'
import { ofType, type Graph, type Resource } from '../pulumi/graph.ts'
import { invokersOf } from './rights.ts'
import { record, requireText } from './inputs.ts'

/** A function, and the service account it runs as. */
export interface PlannedFunction extends Omit<FunctionSpec, 'orders'> {
  email: string
  /** Its address. */
  uri: string
  invokers: readonly string[]
}

export function functionsOf(graph: Graph): readonly PlannedFunction[] {
  return ofType(graph, 'gcp:cloudfunctionsv2/function:Function').map((resource) => {
    const name = requireText(resource, 'name')
    const build = inner(resource, 'buildConfig')
    const service = inner(resource, 'serviceConfig')
    return {
      name,
      entryPoint: requireText(build, 'entryPoint'),
      source: sourceOf(graph, build),
      email: requireText(service, 'serviceAccountEmail'),
      uri: requireText(inner({ urn: resource.urn, inputs: resource.outputs }, 'serviceConfig'), 'uri'),
      invokers: invokersOf(graph, name),
      env: {
        ...(record(service, 'environmentVariables') as Record<string, string>),
        ...secretsOf(graph, service),
      },
    }
  })
}

type Part = Pick<Resource, 'urn' | 'inputs'>

function inner(part: Part, key: string): Part {
  return { urn: part.urn, inputs: record(part, key) }
}

/** Returns the folder of the bundle that the program uploads; the local stack runs the same. */
function sourceOf(graph: Graph, build: Part): string {
  const { bucket, object } = record(inner(build, 'source'), 'storageSource')
  const uploaded = ofType(graph, 'gcp:storage/bucketObject:BucketObject').find(
    ({ inputs, outputs }) => inputs['bucket'] === bucket && outputs['name'] === object,
  )
  const archive = uploaded && record(uploaded, 'source')['$archive']
  if (typeof archive === 'string') return archive
  throw new Error(`${build.urn}: the source of the function is not a folder.`)
}

/** Returns the environment variables whose values are in Secret Manager. */
function secretsOf(graph: Graph, service: Part): Record<string, string> {
  const variables = (service.inputs['secretEnvironmentVariables'] ?? []) as readonly {
    key: string
    secret: string
    projectId: string
  }[]
  const versions = new Map(
    ofType(graph, 'gcp:secretmanager/secretVersion:SecretVersion').map((version) => [
      requireText(version, 'secret'),
      requireText(version, 'secretData'),
    ]),
  )
  return Object.fromEntries(
    variables.map(({ key, secret, projectId }) => {
      const value = versions.get(`projects/${projectId}/secrets/${secret}`)
      if (value === undefined) throw new Error(`${service.urn}: secret ${secret} has no version.`)
      return [key, value]
    }),
  )
}

/** Makes the console's page read its token from the edge, so that no sign-in is needed, and show the addresses of the edge: those of the functions
 * change with each start. */
export function withLocalConsole(planned: PlannedFunction, front: string): PlannedFunction {
  if (planned.name !== 'console') return planned
  const hookUrl = planned.env['HOOK_URL'] ? front : ''
  return { ...planned, env: { ...planned.env, SIGN_IN: 'local', TRANSLATE_URL: front, HOOK_URL: hookUrl } }
}
