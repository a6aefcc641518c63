/** Graphs: changes them, to check that a check finds the change. */
import { orderOf } from '../../infra/proof/dependencies.ts'
import type { Graph, Resource } from '../../local/pulumi/graph.ts'

/** Returns true if a resource has this kind and name: `Topic events`. */
function isCalled({ type, name }: Resource, which: string): boolean {
  const [kind = '', wanted] = which.split(' ')
  return type.endsWith(`:${kind}`) && (wanted === undefined || name === wanted)
}

/** Returns the first resource with this name. Throws if there is none, because then nothing would be tested. */
export function find(graph: Graph, which: string): Resource {
  const found = graph.resources.find((resource) => isCalled(resource, which))
  if (!found) throw new Error(`The graph has no ${which}.`)
  return found
}

/** Returns the graph with one resource replaced. */
export function change(graph: Graph, which: string, to: (resource: Resource) => Partial<Resource>): Graph {
  const found = find(graph, which)
  return {
    ...graph,
    resources: graph.resources.map((resource) =>
      resource === found ? { ...resource, ...to(resource) } : resource,
    ),
  }
}

type Values = Readonly<Record<string, unknown>>

function changed(values: Values, changes: Values): Values {
  return Object.fromEntries(
    Object.entries({ ...values, ...changes }).filter(([, value]) => value !== undefined),
  )
}

/** Returns the graph with other inputs of one resource, and the corresponding outputs; undefined removes an input. */
export function changeInputs(graph: Graph, which: string, inputs: Values): Graph {
  return change(graph, which, (resource) => ({
    inputs: changed(resource.inputs, inputs),
    outputs: changed(resource.outputs, inputs),
  }))
}

/** Returns the graph with other members of one input. */
export function changePart(graph: Graph, which: string, name: string, members: Values): Graph {
  const withMembers = (values: Values) =>
    changed(values, { [name]: changed((values[name] ?? {}) as Values, members) })
  return change(graph, which, ({ inputs, outputs }) => ({
    inputs: withMembers(inputs),
    outputs: withMembers(outputs),
  }))
}

export function without(graph: Graph, which: string): Graph {
  const found = find(graph, which)
  return { ...graph, resources: graph.resources.filter((resource) => resource !== found) }
}

/** Returns the graph with an additional resource. */
export function add(graph: Graph, type: string, name: string, inputs: Resource['inputs']): Graph {
  return {
    ...graph,
    resources: [
      ...graph.resources,
      {
        urn: `urn:pulumi:test::sluice::${type}::${name}`,
        type,
        name,
        parent: '',
        custom: true,
        id: name,
        inputs,
        outputs: inputs,
        secrets: [],
        dependencies: [],
        sources: {},
        protect: false,
        retainOnDelete: false,
        replaceOnChanges: [],
        deleteBeforeReplace: false,
        hooks: {},
      },
    ],
  }
}

/** Returns the graph in which one resource no longer waits for another, directly or indirectly. */
export function notAfter(graph: Graph, which: string, earlier: string): Graph {
  const waitedFor = find(graph, earlier)
  const isAfter = orderOf(graph)
  const byUrn = new Map(graph.resources.map((resource) => [resource.urn, resource]))
  const stays = (urn: string): boolean => {
    const resource = byUrn.get(urn)
    return !resource || (resource !== waitedFor && !isAfter(resource, waitedFor))
  }
  return change(graph, which, (resource) => ({
    dependencies: resource.dependencies.filter(stays),
    sources: Object.fromEntries(
      Object.entries(resource.sources).map(([input, urns]) => [input, urns.filter(stays)]),
    ),
  }))
}
