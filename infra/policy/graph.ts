/** Policy pack: what the Pulumi engine tells of a stack, as the graph that the policies read. */
import type { PolicyResource } from '@pulumi/policy'
import type { Graph } from '../proof/graph.ts'

/** The engine tells what a stack will be rather than what the program asked for, so inputs and outputs are the same here. A value that a
 * preview cannot know yet throws when a policy looks at it, which the CLI reports as a policy that could not be checked. */
export function graphOfResources(resources: readonly PolicyResource[]): Graph {
  return {
    outputs: {},
    resources: resources.map(({ urn, type, name, parent, props, opts, dependencies }) => {
      const values = stated(props) as Readonly<Record<string, unknown>>
      return {
        urn,
        type,
        name,
        parent: parent?.urn ?? '',
        custom: type.startsWith('gcp:'),
        get id() {
          return String(values['id'])
        },
        inputs: values,
        outputs: values,
        secrets: opts.additionalSecretOutputs,
        dependencies: dependencies.map((dependency) => dependency.urn),
        protect: opts.protect,
        // The engine does not tell of the rest: what cannot be seen breaks no policy.
        retainOnDelete: true,
        sources: {},
        replaceOnChanges: [],
        deleteBeforeReplace: false,
        hooks: {},
      }
    }),
  }
}

const computeApi = 'https://www.googleapis.com/compute/v1/'

/** The value without what the provider fills in where nothing is set, null and empty lists, and with the short names of resources. */
function stated(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(computeApi) ? value.slice(computeApi.length) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return known(value, [])
  return known(value, {})
}

/** Copies member by member; one that is not known yet throws again when it is looked at. */
function known<Copy extends object>(value: object, copy: Copy): Copy {
  for (const name of Object.keys(value)) {
    const get = (): unknown => stated(Reflect.get(value, name))
    let member: unknown
    try {
      member = get()
    } catch {
      Object.defineProperty(copy, name, { enumerable: true, get })
      continue
    }
    if (member === null || (Array.isArray(member) && member.length === 0)) continue
    Object.defineProperty(copy, name, { enumerable: true, value: member })
  }
  return copy
}
