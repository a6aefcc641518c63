/** Proof: types a policy: a rule over the whole graph, with the fix of a violation. Pure. */
import type { Graph, Resource } from '../graph.ts'

export interface Policy {
  id: string
  /** How to fix a resource that breaks it. */
  instruction: string
  /** Returns the resources that break it. */
  broken: (graph: Graph) => readonly Resource[]
}
