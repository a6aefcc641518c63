/** Local stack: the resource graph of the Pulumi program, from which the local services are configured. */
export { ofType, type Graph, type Resource } from '../../infra/proof/graph.ts'
