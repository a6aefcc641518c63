/** Local stack: implements the monitor with which the program registers its resources, and keeps them as the graph. */
import type { RunOptions } from './run_options.ts'
import type { Graph, Resource } from './graph.ts'
import { features, type Monitor, type RegisterResourceRequest, type StructLike } from './sdk.ts'
import { decode, markSecrets } from './wire.ts'

/** A monitor that records the registered resources. */
interface RecordingMonitor extends Monitor {
  /** Errors of registrations. They are not returned to the program, because the SDK would end the process. */
  failures: readonly Error[]
  graph(): Graph
}

const stackType = 'pulumi:pulumi:Stack'

export function createMonitor({ project, stack, emulate, preview = false }: RunOptions): RecordingMonitor {
  const resources = new Map<string, Resource>()
  const failures: Error[] = []
  let outputs: Graph['outputs'] = {}

  /** `urn:pulumi:<stack>::<project>::<types of the parents>$<type>::<name>`; https://www.pulumi.com/docs/iac/concepts/resources/names/ */
  const urnOf = (request: RegisterResourceRequest): string => {
    const [, , parents = ''] = request.getParent().split('::')
    const type = parents && parents !== stackType ? `${parents}$${request.getType()}` : request.getType()
    return `urn:pulumi:${stack}::${project}::${type}::${request.getName()}`
  }

  const register = (request: RegisterResourceRequest): { urn: string; id: string; answer: StructLike } => {
    const urn = urnOf(request)
    const object = request.getObject()
    const { value: inputs, secrets } = decode(object?.toJavaScript() ?? {})
    const computed =
      request.getCustom() && !preview
        ? emulate({ type: request.getType(), name: request.getName(), urn, inputs })
        : { id: '', outputs: inputs }
    if (resources.has(urn)) throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`)
    resources.set(urn, {
      urn,
      type: request.getType(),
      name: request.getName(),
      parent: request.getParent(),
      custom: request.getCustom(),
      id: computed.id,
      inputs,
      outputs: computed.outputs,
      secrets,
      dependencies: dependenciesOf(request),
      sources: sourcesOf(request),
      protect: request.getProtect() ?? false,
      retainOnDelete: request.getRetainondelete() ?? false,
      replaceOnChanges: request.getReplaceonchangesList(),
      deleteBeforeReplace: request.getDeletebeforereplace(),
      hooks: hooksOf(request),
    })
    if (preview) return { urn, id: '', answer: object ?? struct({}) }
    return { urn, id: computed.id, answer: struct(markSecrets(computed.outputs, secrets)) }
  }

  return {
    failures,
    graph: () => ({ resources: [...resources.values()], outputs }),

    getDeploymentInfo: (_request, respond) =>
      respond(null, { getSupportedfeaturesList: () => Object.values(features) }),

    registerResource: (request, respond) => {
      let registered
      try {
        registered = register(request)
      } catch (error) {
        failures.push(error instanceof Error ? error : new Error(String(error)))
        registered = { urn: urnOf(request), id: request.getName(), answer: struct({}) }
      }
      const { urn, id, answer } = registered
      respond(null, {
        getUrn: () => urn,
        getId: () => id,
        getObject: () => answer,
        getPropertydependenciesMap: () => undefined,
        getResult: () => 0,
        getUnknown: () => false,
      })
    },

    invoke: (request, respond) => {
      try {
        const { value } = decode(request.getArgs()?.toJavaScript() ?? {})
        const answer = struct(emulate.invoke(request.getTok(), value))
        respond(null, { getReturn: () => answer, getFailuresList: () => [] })
      } catch (error) {
        failures.push(error instanceof Error ? error : new Error(String(error)))
        respond(null, { getReturn: () => struct({}), getFailuresList: () => [] })
      }
    },

    registerResourceOutputs: (request, respond) => {
      const resource = resources.get(request.getUrn())
      const { value } = decode(request.getOutputs()?.toJavaScript() ?? {})
      if (resource?.type === stackType) outputs = value
      else if (resource) resources.set(resource.urn, { ...resource, outputs: value })
      respond(null, {})
    },

    close: () => {},
  }
}

function struct(value: Readonly<Record<string, unknown>>): StructLike {
  return {
    toJavaScript: () => ({ ...value }),
  }
}

function dependenciesOf(request: RegisterResourceRequest): string[] {
  return [...new Set([...request.getDependenciesList(), ...Object.values(sourcesOf(request)).flat()])]
}

function sourcesOf(request: RegisterResourceRequest): Resource['sources'] {
  const sources: Record<string, readonly string[]> = {}
  request.getPropertydependenciesMap().forEach((property, name) => {
    sources[name] = property.getUrnsList()
  })
  return sources
}

function hooksOf(request: RegisterResourceRequest): Resource['hooks'] {
  const { beforeCreateList, afterCreateList, beforeUpdateList } = request.getHooks()?.toObject() ?? {}
  const steps = {
    beforeCreate: beforeCreateList,
    afterCreate: afterCreateList,
    beforeUpdate: beforeUpdateList,
  }
  return Object.fromEntries(
    Object.entries(steps).flatMap(([step, names]) => (names?.length ? [[step, names]] : [])),
  )
}
