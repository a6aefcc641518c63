/** Local stack: the resource graph of the Pulumi program, the only description of what the local services shall be. */
export { ofType, type Graph, type Resource } from '../../infra/proof/graph.ts'
