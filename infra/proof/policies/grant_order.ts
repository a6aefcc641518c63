/** Proof: the order in which grants are made: BigQuery takes one change of a policy at a time. Pure. */
import type { Graph, Resource } from '../graph.ts'
import type { Policy } from './policy.ts'

/** The table or dataset that a grant is on; undefined for any other resource. */
function placeOf({ type, inputs }: Resource): string | undefined {
  if (type === 'gcp:bigquery/iamMember:IamMember')
    return `${String(inputs['datasetId'])}.${tableName(String(inputs['tableId']))}`
  if (type === 'gcp:bigquery/datasetAccess:DatasetAccess') return String(inputs['datasetId'])
  return undefined
}

/** The provider answers with the full name of the table. */
function tableName(id: string): string {
  return id.split('/').at(-1)!
}

/** The grants that another one on the same table or dataset is neither made before nor after. */
function unordered({ resources }: Graph): readonly Resource[] {
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]))
  const grants = Map.groupBy(
    resources.filter((resource) => placeOf(resource) !== undefined),
    placeOf,
  )
  return [...grants.values()].flatMap((onOne) => {
    const urns = new Set(onOne.map(({ urn }) => urn))
    /** How many grants on the same place one waits for, directly or not: in a sequence 0, 1, 2, … */
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
    const taken = new Set<number>()
    return onOne.filter((grant) => {
      const position = waitsFor(grant)
      const isShared = taken.has(position)
      taken.add(position)
      return isShared
    })
  })
}

export const grantOrderPolicies: readonly Policy[] = [
  {
    id: 'grants-are-made-in-turn',
    instruction:
      'Declare a grant on a table or dataset by inTurn (infra/resources/grant_order.ts): BigQuery refuses two changes of one policy at a time.',
    broken: unordered,
  },
]
