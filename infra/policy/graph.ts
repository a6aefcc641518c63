/** Policy pack: converts the Pulumi engine's resources of a stack into the graph that the policies read. */
import type { PolicyResource } from '@pulumi/policy'
import type { Graph } from '../proof/graph.ts'

/** Converts the resources. The engine passes their resulting properties, so inputs and outputs are the same here. Reading a value that a
 * preview does not know yet throws, which the CLI reports as a policy that could not be checked. */
export function graphOfResources(resources: readonly PolicyResource[]): Graph {
  return {
    outputs: {},
    resources: resources.map(({ urn, type, name, parent, props, opts, dependencies }) => {
      const values = normalized(props) as Readonly<Record<string, unknown>>
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
        // The engine does not pass the rest: these values break no policy.
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

/** Returns the value without what the provider fills in for unset members, null and empty lists, and with short resource names. */
function normalized(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(computeApi) ? value.slice(computeApi.length) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return copyMembers(value, [])
  return copyMembers(value, {})
}

/** Copies the members. One that is unknown throws again when the copy is read. */
function copyMembers<Copy extends object>(value: object, copy: Copy): Copy {
  for (const name of Object.keys(value)) {
    const get = (): unknown => normalized(Reflect.get(value, name))
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
