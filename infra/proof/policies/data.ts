/** Proof: rules for every resource that holds data. Pure. */
import { dataTables, ofType, part, types, type Graph, type Resource } from '../graph.ts'
import type { Policy } from './policy.ts'

/** Returns false for a disposable stack, which sets `deleteContentsOnDestroy` on its dataset. */
function keepsData(graph: Graph): boolean {
  return ofType(graph, types.dataset).some(({ inputs }) => inputs['deleteContentsOnDestroy'] !== true)
}

/** Types of resources that hold data, and the key that encrypts each. Tables use the dataset's. */
const holders: readonly { type: string; keyOf: (each: Resource) => unknown }[] = [
  { type: types.topic, keyOf: ({ inputs }) => inputs['kmsKeyName'] },
  { type: types.dataset, keyOf: (each) => part(each, 'defaultEncryptionConfiguration')['kmsKeyName'] },
  { type: types.function, keyOf: ({ inputs }) => inputs['kmsKeyName'] },
  { type: types.bucket, keyOf: (each) => part(each, 'encryption')['defaultKmsKeyName'] },
  { type: types.secret, keyOf: (each) => /"kmsKeyName":"[^"]+"/.exec(JSON.stringify(each.inputs))?.[0] },
]

export const dataPolicies: readonly Policy[] = [
  {
    id: 'data-is-protected',
    instruction:
      'Set protect and retainOnDelete, and deletionProtection for tables, so that a mistake cannot delete data.',
    broken: (graph) =>
      keepsData(graph)
        ? [...ofType(graph, types.dataset), ...dataTables(graph)].filter(
            ({ protect, retainOnDelete, inputs, type }) =>
              !protect || !retainOnDelete || (type === types.table && inputs['deletionProtection'] !== true),
          )
        : [],
  },
  {
    id: 'bucket-is-private',
    instruction: 'Set uniformBucketLevelAccess and publicAccessPrevention: "enforced".',
    broken: (graph) =>
      ofType(graph, types.bucket).filter(
        ({ inputs }) =>
          inputs['uniformBucketLevelAccess'] !== true || inputs['publicAccessPrevention'] !== 'enforced',
      ),
  },
  {
    id: 'one-key-for-all',
    instruction:
      'If a stack has its own key, encrypt every resource that holds data with it; this one uses Google’s key.',
    broken: (graph) => {
      const keyed = holders.map(({ type, keyOf }) =>
        ofType(graph, type).map((each) => ({ each, key: keyOf(each) })),
      )
      const all = keyed.flat()
      // The provider returns an empty name for no key.
      return all.some(({ key }) => Boolean(key)) ? all.filter(({ key }) => !key).map(({ each }) => each) : []
    },
  },
]
