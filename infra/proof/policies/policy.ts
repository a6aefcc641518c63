/** Proof: what a policy is: a rule over the whole graph, with the way to obey it. Pure. */
import type { Graph, Resource } from '../graph.ts'

export interface Policy {
  id: string
  /** What to do about a resource that breaks it. */
  instruction: string
  /** The resources that break it. */
  broken: (graph: Graph) => readonly Resource[]
}
