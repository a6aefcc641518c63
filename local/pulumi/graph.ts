/** Local stack: the resource graph of the Pulumi program, the only description of what the local services shall be. */

/** One resource as the program registered it. Component resources have no id and no outputs of their own. */
export interface Resource {
  urn: string
  /** Pulumi type token, e.g. `gcp:pubsub/topic:Topic`. */
  type: string
  name: string
  /** URN of the parent; empty for the stack itself. */
  parent: string
  custom: boolean
  /** What the provider would answer, e.g. `projects/p/topics/t`. */
  id: string
  /** Resolved inputs in the provider's camelCase; assets are `{ $asset: path }`, archives `{ $archive: path | entries }`. */
  inputs: Readonly<Record<string, unknown>>
  /** Inputs plus what the provider computes. */
  outputs: Readonly<Record<string, unknown>>
  /** Paths of inputs that are marked secret, e.g. `secretData`. */
  secrets: readonly string[]
  /** URNs this resource waits for. */
  dependencies: readonly string[]
  protect: boolean
  retainOnDelete: boolean
}

/** Everything one run of the program registered, in the order it did, and what it exports. */
export interface Graph {
  resources: readonly Resource[]
  outputs: Readonly<Record<string, unknown>>
}

/** The resources of one type: `ofType(graph, 'gcp:pubsub/topic:Topic')`. */
export const ofType = (graph: Graph, type: string): readonly Resource[] =>
  graph.resources.filter((resource) => resource.type === type)
