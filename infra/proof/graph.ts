/** Proof: what the Pulumi program registers, as the checks of this folder read it. Whoever runs the program provides it. Pure. */

/** One resource of the program. */
export interface Resource {
  /** `urn:pulumi:<stack>::<project>::<types of the parents>$<type>::<name>`; another URN is another resource. */
  urn: string
  /** Pulumi type token, e.g. `gcp:pubsub/topic:Topic`. */
  type: string
  name: string
  /** URN of the component that holds it. */
  parent: string
  /** Whether a provider makes it; components are only parents. */
  custom: boolean
  /** What Google calls it, e.g. `projects/p/topics/t`. */
  id: string
  /** Resolved, in the provider's camelCase; assets are `{ $asset: path }`, archives `{ $archive: path | entries }`. */
  inputs: Readonly<Record<string, unknown>>
  /** Inputs plus what the provider computes; empty for a component. */
  outputs: Readonly<Record<string, unknown>>
  /** Paths of inputs that are marked secret. */
  secrets: readonly string[]
  /** URNs of what must stand before it. */
  dependencies: readonly string[]
  /** Input → URNs of what its value comes from. Where one of these is deleted before it is replaced, so is this resource, if it cannot take
   * another value of the input. */
  sources: Readonly<Record<string, readonly string[]>>
  protect: boolean
  retainOnDelete: boolean
  /** Inputs of which a change replaces the resource even if the provider would not. */
  replaceOnChanges: readonly string[]
  deleteBeforeReplace: boolean
  /** Step of the engine, such as `beforeCreate` → names of the hooks that it calls then. */
  hooks: Readonly<Record<string, readonly string[]>>
}

/** Everything one run of the program registered, in the order it did, and what it exports. */
export interface Graph {
  resources: readonly Resource[]
  outputs: Readonly<Record<string, unknown>>
}

/** Type tokens of the resources that the checks look at. */
export const types = {
  topic: 'gcp:pubsub/topic:Topic',
  subscription: 'gcp:pubsub/subscription:Subscription',
  function: 'gcp:cloudfunctionsv2/function:Function',
  dataset: 'gcp:bigquery/dataset:Dataset',
  table: 'gcp:bigquery/table:Table',
  bucket: 'gcp:storage/bucket:Bucket',
  secret: 'gcp:secretmanager/secret:Secret',
  secretVersion: 'gcp:secretmanager/secretVersion:SecretVersion',
  account: 'gcp:serviceaccount/account:Account',
} as const

/** The resources of one type: `ofType(graph, types.topic)`. */
export function ofType<Each extends Pick<Resource, 'type'>>(
  { resources }: { resources: readonly Each[] },
  type: string,
): readonly Each[] {
  return resources.filter((resource) => resource.type === type)
}

/** The part of a URN that is the same in every stack: `sluice:index:Bus$gcp:pubsub/topic:Topic::events`. */
export function keyOf({ urn }: Pick<Resource, 'urn'>): string {
  return urn.split('::').slice(2).join('::')
}

/** A nested object of the inputs; empty where there is none. */
export function part({ inputs }: Pick<Resource, 'inputs'>, name: string): Readonly<Record<string, unknown>> {
  const value = inputs[name]
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}

/** An input as text; empty where there is none. */
export function textInput(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}

/** Tables that hold rows; views hold none and can be made again. */
export function dataTables(graph: Graph): readonly Resource[] {
  return ofType(graph, types.table).filter(({ inputs }) => !('view' in inputs))
}
