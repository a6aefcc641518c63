/** Proof: rule for the order of grants: BigQuery accepts one change of a policy at a time. Pure. */
import type { Graph, Resource } from '../graph.ts'
import type { Policy } from './policy.ts'

/** Returns the table or dataset that a grant is on; undefined for any other resource. */
function grantedOn({ type, inputs }: Resource): string | undefined {
  if (type === 'gcp:bigquery/iamMember:IamMember')
    return `${String(inputs['datasetId'])}.${tableName(String(inputs['tableId']))}`
  if (type === 'gcp:bigquery/datasetAccess:DatasetAccess') return String(inputs['datasetId'])
  return undefined
}

/** Returns the short name: the provider returns the full name of a table. */
function tableName(id: string): string {
  return id.split('/').at(-1)!
}

/** Returns the grants that are not ordered against another grant on the same table or dataset. */
function unordered({ resources }: Graph): readonly Resource[] {
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]))
  const grants = Map.groupBy(
    resources.filter((resource) => grantedOn(resource) !== undefined),
    grantedOn,
  )
  return [...grants.values()].flatMap((onOne) => {
    const urns = new Set(onOne.map(({ urn }) => urn))
    /** Returns how many grants on the same resource this one waits for, directly or indirectly: in a sequence 0, 1, 2, … */
    const waitsFor = (start: Resource): number => {
      const seen = new Set<string>()
      const open = [...start.dependencies]
      for (let urn = open.pop(); urn !== undefined; urn = open.pop()) {
        if (seen.has(urn)) continue
        seen.add(urn)
        open.push(...(byUrn.get(urn)?.dependencies ?? []))
      }
      return [...seen].filter((urn) => urns.has(urn)).length
    }
    const positions = new Set<number>()
    return onOne.filter((grant) => {
      const position = waitsFor(grant)
      const isShared = positions.has(position)
      positions.add(position)
      return isShared
    })
  })
}

export const grantOrderPolicies: readonly Policy[] = [
  {
    id: 'grants-are-made-in-turn',
    instruction:
      'Declare a grant on a table or dataset with inTurn (infra/resources/grant_order.ts): BigQuery rejects concurrent changes of one policy.',
    broken: unordered,
  },
]
