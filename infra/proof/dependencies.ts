/** Proof: computes the order in which the engine makes and changes resources. Pure.
 * https://www.pulumi.com/docs/iac/concepts/options/dependson/ */
import type { Graph, Resource } from './graph.ts'

/** Returns true if the first resource comes after the second, directly or through others. */
type IsAfter = (resource: Resource, earlier: Resource) => boolean

/** Returns the order of one graph: a resource comes after its `dependsOn`, the resources its inputs come from, and its parents, which are
 * registered first and wait for their own dependencies. */
export function orderOf({ resources }: Graph): IsAfter {
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]))
  const cache = new Map<string, ReadonlySet<string>>()
  const before = (urn: string): ReadonlySet<string> => {
    const cached = cache.get(urn)
    if (cached) return cached
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
    cache.set(urn, all)
    return all
  }
  return (resource, earlier) => before(resource.urn).has(earlier.urn)
}
