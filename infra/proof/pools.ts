/** Proof: reads which worker pool pulls which subscription. Pure. */
import { drainVariable } from '../../schemas/drain.ts'
import { ofType, part, textInput, types, type Graph, type Resource } from './graph.ts'

/** A worker pool of the program. */
interface Pool {
  resource: Resource
  /** Email address of its service account. */
  email: string
  /** Ids of the subscriptions that it pulls. */
  subscriptions: ReadonlySet<string>
  cpu: number
  /** `1024Mi` */
  memory: string
  maxInstances: number
}

interface Container {
  envs?: readonly { name: string; value?: string }[]
  resources?: { limits?: Readonly<Record<string, string>> }
}

export function poolsOfGraph(graph: Graph): readonly Pool[] {
  return ofType(graph, types.pool).map((resource) => {
    const template = part(resource, 'template')
    const [container] = (template['containers'] ?? []) as readonly Container[]
    const drained = container?.envs?.find(({ name }) => name === drainVariable)?.value ?? ''
    return {
      resource,
      email: textInput(template, 'serviceAccount'),
      subscriptions: new Set(drained.split(',')),
      cpu: Number(container?.resources?.limits?.['cpu']),
      memory: container?.resources?.limits?.['memory'] ?? '',
      maxInstances: Number(part(resource, 'scaling')['maxInstanceCount']),
    }
  })
}

/** Returns the worker pool that pulls a subscription; undefined for none. */
export function pullerOf(pools: readonly Pool[], subscription: Resource): Pool | undefined {
  return pools.find(({ subscriptions }) => subscriptions.has(textInput(subscription.inputs, 'name')))
}
