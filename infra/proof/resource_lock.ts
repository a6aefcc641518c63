/** Proof: compares the program with `infra/locks/resources.json`, the inputs whose change would replace a resource. Pure.
 * The program sets the names, so every replacement deletes before it creates, and the messages or rows are lost. */
import { dataTables, keyOf, types, type Graph, type Resource } from './graph.ts'

/** Inputs whose change makes the provider replace the resource ("Changing this forces a new resource to be created").
 * https://github.com/hashicorp/terraform-provider-google-beta/tree/main/google-beta/services, `ForceNew` of each resource */
const replacing: Readonly<Record<string, readonly string[]>> = {
  [types.topic]: ['name', 'project'],
  [types.subscription]: ['name', 'project', 'topic', 'filter', 'enableMessageOrdering'],
  [types.dataset]: ['datasetId', 'project', 'location'],
  [types.table]: ['tableId', 'datasetId', 'project', 'encryptionConfiguration'],
  [types.bucket]: ['name', 'project', 'location'],
  [types.secret]: ['secretId', 'project', 'replication'],
  [types.function]: ['name', 'project', 'location'],
  [types.account]: ['accountId', 'project'],
  'gcp:artifactregistry/repository:Repository': [
    'repositoryId',
    'project',
    'location',
    'format',
    'mode',
    'kmsKeyName',
  ],
  'gcp:cloudscheduler/job:Job': ['name', 'project', 'region'],
  'gcp:compute/globalAddress:GlobalAddress': ['name', 'project', 'address', 'ipVersion'],
  'gcp:kms/keyRing:KeyRing': ['name', 'project', 'location'],
  'gcp:kms/cryptoKey:CryptoKey': ['name', 'keyRing', 'purpose'],
}

/** Resource, as `<types of its parents>$<type>::<name>` → its inputs that must not change. */
export type ResourceLock = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export function resourceLock(graph: Graph): ResourceLock {
  const tables = new Set(dataTables(graph))
  const resources = graph.resources.filter(
    (resource) => resource.type !== types.table || tables.has(resource),
  )
  return Object.fromEntries(
    resources
      .flatMap((resource): [string, Readonly<Record<string, unknown>>][] => {
        const names = replacing[resource.type]
        return names ? [[keyOf(resource), inputsOf(resource, names)]] : []
      })
      .toSorted(([a], [b]) => a.localeCompare(b)),
  )
}

function inputsOf({ inputs }: Resource, names: readonly string[]) {
  return Object.fromEntries(
    names.flatMap((name) => (inputs[name] === undefined ? [] : [[name, inputs[name]]])),
  )
}

/** Returns one instruction for each resource that the program would delete or replace; empty if it only adds. */
export function resourceFaults(lock: ResourceLock, graph: Graph): readonly string[] {
  const now = resourceLock(graph)
  return Object.entries(lock).flatMap(([key, before]) => {
    const after = now[key]
    if (!after) return [`${key} is missing: Pulumi would delete it. ${adviceOnLoss(key)}`]
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map(
        (name) =>
          `${key}: ${name} changes from ${shown(before[name])} to ${shown(after[name])}: ` +
          `Google would delete the resource and create a new one. ${adviceOnChange(key)}`,
      )
  })
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}

function adviceOnLoss(key: string): string {
  return (
    `If it only moved, add its old URN as an alias (https://www.pulumi.com/docs/iac/concepts/resources/options/aliases/). ` +
    `Otherwise make sure that none of its data is needed, then ${refresh(key)}`
  )
}

function adviceOnChange(key: string): string {
  return `Add a second resource and migrate to it, or restore the old value. If the loss is intended, ${refresh(key)}`
}

function refresh(key: string): string {
  return `delete "${key}" from infra/locks/resources.json and run npx sluice locks --write.`
}
