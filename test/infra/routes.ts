/** Routes: finds the function of a graph that answers at an address, with or without a load balancer. */
import assert from 'node:assert/strict'
import { ofType, type Graph, type Resource } from '../../local/pulumi/graph.ts'

/** Returns the resource of this type and name. */
export function only(graph: Graph, type: string, name: string): Resource {
  const [found, ...others] = ofType(graph, type).filter((resource) => resource.name === name)
  assert.ok(found, `${type} ${name}`)
  assert.deepEqual(others, [])
  return found
}

/** Returns the function that the load balancer routes a path to. https://cloud.google.com/load-balancing/docs/url-map-concepts */
export function functionFor(graph: Graph, path: string): string {
  const map = only(graph, 'gcp:compute/uRLMap:URLMap', 'edge')
  const [matcher] = map.inputs['pathMatchers'] as readonly {
    defaultService: string
    pathRules: readonly { paths: readonly string[]; service: string }[]
  }[]
  const rule = matcher!.pathRules.find(({ paths }) =>
    paths.some((each) => (each.endsWith('/*') ? path.startsWith(each.slice(0, -1)) : path === each)),
  )
  const backend = graph.resources.find(({ id }) => id === (rule?.service ?? matcher!.defaultService))
  const [{ group }] = backend!.inputs['backends'] as readonly [{ group: string }]
  const { service } = graph.resources.find(({ id }) => id === group)!.inputs['cloudRun'] as {
    service: string
  }
  return service
}

/** Returns the function that answers at an address of the load balancer or of a function; undefined for any other address. */
export function functionAt(graph: Graph, address: string): string | undefined {
  const { origin, pathname } = new URL(address)
  const edges = ofType(graph, 'gcp:compute/uRLMap:URLMap').filter(({ name }) => name === 'edge')
  for (const { inputs } of edges) {
    const [{ hosts }] = inputs['hostRules'] as readonly [{ hosts: readonly string[] }]
    if (hosts.some((host) => origin === `https://${host}`)) return functionFor(graph, pathname)
  }
  const found = ofType(graph, 'gcp:cloudfunctionsv2/function:Function').find(({ inputs, outputs }) => {
    const { ingressSettings } = inputs['serviceConfig'] as { ingressSettings: string }
    const { uri } = outputs['serviceConfig'] as { uri: string }
    // Behind a load balancer the function's own address is not reachable.
    return ingressSettings === 'ALLOW_ALL' && new URL(uri).origin === origin
  })
  return found?.name
}
