/** Proof: the resources that must exist before another one is made or changed, by what the engine is given to order its work. Pure.
 * https://www.pulumi.com/docs/iac/concepts/options/dependson/ */
import type { Graph, Resource } from './graph.ts'

/** Returns true if the first resource comes after the second, directly or through others. */
export type IsAfter = (resource: Resource, earlier: Resource) => boolean

/** Reads the order of one graph: a resource comes after its `dependsOn`, the resources its inputs come from, and its parents, which are
 * registered first and wait for their own dependencies. */
export function orderOf({ resources }: Graph): IsAfter {
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]))
  const known = new Map<string, ReadonlySet<string>>()
  const before = (urn: string): ReadonlySet<string> => {
    const found = known.get(urn)
    if (found) return found
    const all = new Set<string>()
    const waiting = [urn]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const resource = byUrn.get(next)
      if (!resource) continue
      const { dependencies, sources, parent } = resource
      for (const each of [...dependencies, ...Object.values(sources).flat(), parent]) {
        if (each === '' || all.has(each)) continue
        all.add(each)
        waiting.push(each)
      }
    }
    known.set(urn, all)
    return all
  }
  return (resource, earlier) => before(resource.urn).has(earlier.urn)
}
