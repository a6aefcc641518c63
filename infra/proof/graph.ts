/** Proof: types the resources that the Pulumi program registers, for the checks of this folder. Pure. */

/** One resource of the program. */
export interface Resource {
  /** `urn:pulumi:<stack>::<project>::<types of the parents>$<type>::<name>`; a different URN is a different resource. */
  urn: string
  /** Pulumi type token, e.g. `gcp:pubsub/topic:Topic`. */
  type: string
  name: string
  /** URN of the component that holds it. */
  parent: string
  /** True if a provider makes it; false for a component, which is only a parent. */
  custom: boolean
  /** Google's name of it, e.g. `projects/p/topics/t`. */
  id: string
  /** Resolved, in the provider's camelCase; assets are `{ $asset: path }`, archives `{ $archive: path | entries }`. */
  inputs: Readonly<Record<string, unknown>>
  /** Inputs plus what the provider computes; empty for a component. */
  outputs: Readonly<Record<string, unknown>>
  /** Paths of inputs that are marked secret. */
  secrets: readonly string[]
  /** URNs of the resources that must exist before it. */
  dependencies: readonly string[]
  /** Input → URNs of the resources that its value comes from. If one of these is deleted before its replacement, so is this resource, unless
   * the input can be changed in place. */
  sources: Readonly<Record<string, readonly string[]>>
  protect: boolean
  retainOnDelete: boolean
  /** Inputs whose change replaces the resource even if the provider could change it in place. */
  replaceOnChanges: readonly string[]
  deleteBeforeReplace: boolean
  /** Step of the engine, such as `beforeCreate` → names of the hooks that run then. */
  hooks: Readonly<Record<string, readonly string[]>>
}

/** Everything that one run of the program registered, in order, and its outputs. */
export interface Graph {
  resources: readonly Resource[]
  outputs: Readonly<Record<string, unknown>>
}

/** Type tokens of the resources that the checks look at. */
export const types = {
  topic: 'gcp:pubsub/topic:Topic',
  subscription: 'gcp:pubsub/subscription:Subscription',
  function: 'gcp:cloudfunctionsv2/function:Function',
  pool: 'gcp:cloudrunv2/workerPool:WorkerPool',
  dataset: 'gcp:bigquery/dataset:Dataset',
  table: 'gcp:bigquery/table:Table',
  bucket: 'gcp:storage/bucket:Bucket',
  secret: 'gcp:secretmanager/secret:Secret',
  secretVersion: 'gcp:secretmanager/secretVersion:SecretVersion',
  account: 'gcp:serviceaccount/account:Account',
} as const

/** Returns the resources of one type: `ofType(graph, types.topic)`. */
export function ofType<Each extends Pick<Resource, 'type'>>(
  { resources }: { resources: readonly Each[] },
  type: string,
): readonly Each[] {
  return resources.filter((resource) => resource.type === type)
}

/** Returns the part of a URN that is the same in every stack: `sluice:index:Bus$gcp:pubsub/topic:Topic::events`. */
export function keyOf({ urn }: Pick<Resource, 'urn'>): string {
  return urn.split('::').slice(2).join('::')
}

/** Returns a nested object of the inputs; empty if absent. */
export function part({ inputs }: Pick<Resource, 'inputs'>, name: string): Readonly<Record<string, unknown>> {
  const value = inputs[name]
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}

/** Returns an input as text; empty if absent. */
export function textInput(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}

/** Returns the tables that hold rows. Views hold none and can be recreated. */
export function dataTables(graph: Graph): readonly Resource[] {
  return ofType(graph, types.table).filter(({ inputs }) => !('view' in inputs))
}
