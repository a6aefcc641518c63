/** Local stack: selects the grants that the embedded services and the functions' gates check. */
import type { Grant } from '../../packages/gcp-identity/src/index.ts'
import { grantsOf } from '../pulumi/grants.ts'
import type { Graph } from '../pulumi/graph.ts'

/** Roles on the embedded services, and the roles of a dataset's access list. */
const embedded = /^(roles\/(pubsub|bigquery|secretmanager)\..+|READER|WRITER|OWNER)$/

/** Returns the grants on the bus, the warehouse and the secrets. */
export function rightsOf(graph: Graph): readonly Grant[] {
  return grantsOf(graph).filter(({ role, permissions }) => permissions !== undefined || embedded.test(role))
}

/** Returns the IAM members that may call a function. */
export function invokersOf(graph: Graph, functionName: string): readonly string[] {
  return grantsOf(graph)
    .filter(
      ({ role, resource }) => role === 'roles/run.invoker' && resource.endsWith(`/services/${functionName}`),
    )
    .map(({ member }) => member)
}
