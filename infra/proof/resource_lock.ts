/** Proof: `infra/locks/resources.json`, what cannot be changed of resources without Google deleting them first. Pure.
 * Names are given by the program, so every replacement deletes before it creates; with the resource go its messages or rows. */
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

/** Resource, as `<types of its parents>$<type>::<name>` → its inputs that must stay. */
export type ResourceLock = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export function resourceLock(graph: Graph): ResourceLock {
  const tables = new Set(dataTables(graph))
  const kept = graph.resources.filter((resource) => resource.type !== types.table || tables.has(resource))
  return Object.fromEntries(
    kept
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

/** What the program would delete or replace: one instruction for each fault; empty when it only adds. */
export function resourceFaults(lock: ResourceLock, graph: Graph): readonly string[] {
  const now = resourceLock(graph)
  return Object.entries(lock).flatMap(([key, before]) => {
    const after = now[key]
    if (!after) return [`${key} is gone: Pulumi would delete it. ${adviceOnLoss(key)}`]
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map(
        (name) =>
          `${key}: ${name} turns from ${shown(before[name])} to ${shown(after[name])}: ` +
          `Google would delete it and make a new one. ${adviceOnChange(key)}`,
      )
  })
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}

function adviceOnLoss(key: string): string {
  return (
    `If it only moved, give it its old place as an alias (https://www.pulumi.com/docs/iac/concepts/resources/options/aliases/), ` +
    `else make sure that nothing of it is needed; then ${refresh(key)}`
  )
}

function adviceOnChange(key: string): string {
  return `Make a second one beside it and move over, or bring the old value back; if its loss is meant, ${refresh(key)}`
}

function refresh(key: string): string {
  return `delete "${key}" from infra/locks/resources.json and run npx sluice locks --write.`
}
