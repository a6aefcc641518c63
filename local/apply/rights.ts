/** Local stack, applying the graph: the grants that the embedded services and the functions' gates ask. */
import type { Grant } from '../../packages/gcp-identity/src/index.ts'
import { grantsOf } from '../pulumi/grants.ts'
import type { Graph } from '../pulumi/graph.ts'

/** Roles over the two services that run here, and the words of a dataset's access list. */
const concerned = /^(roles\/(pubsub|bigquery)\..+|READER|WRITER|OWNER)$/

/** The grants over the bus and the warehouse. */
export function rightsOf(graph: Graph): readonly Grant[] {
  return grantsOf(graph).filter(({ role, permissions }) => permissions !== undefined || concerned.test(role))
}

/** The IAM members that may call a function. */
export function invokersOf(graph: Graph, functionName: string): readonly string[] {
  return grantsOf(graph)
    .filter(
      ({ role, resource }) => role === 'roles/run.invoker' && resource.endsWith(`/services/${functionName}`),
    )
    .map(({ member }) => member)
}
