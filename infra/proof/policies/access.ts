/** Proof: least privilege: no member gets more permissions than it needs. Pure. */
import { sourceOfTopic } from '../../../schemas/bus.ts'
import { ofType, part, types, type Graph, type Resource } from '../graph.ts'
import type { Policy } from './policy.ts'

function grants({ resources }: Graph): readonly Resource[] {
  return resources.filter(({ custom, inputs }) => custom && 'role' in inputs)
}

/** `projects/p/topics/t` → `t` */
function topicIn(name: unknown): string {
  return String(name).replace(/^.*\//, '')
}

export const accessPolicies: readonly Policy[] = [
  {
    id: 'no-basic-role',
    instruction:
      'Owner, editor and viewer give access to everything in the project; grant the one role that is needed.',
    broken: (graph) =>
      grants(graph).filter(
        ({ inputs, type }) =>
          /^roles\/(owner|editor|viewer|browser)$/.test(String(inputs['role'])) ||
          (type.endsWith(':DatasetAccess') && /^(OWNER|WRITER)$/.test(String(inputs['role']))),
      ),
  },
  {
    id: 'no-project-wide-data-role',
    instruction:
      'Grant Pub/Sub, BigQuery data, secrets and custom roles on the one topic, table or secret, never on the project.',
    broken: (graph) =>
      ofType(graph, 'gcp:projects/iAMMember:IAMMember').filter(({ inputs }) =>
        /^(?!roles\/)|^roles\/(pubsub\.|bigquery\.data|bigquery\.(user|admin)$|secretmanager\.|iam\.serviceAccount)/.test(
          String(inputs['role']),
        ),
      ),
  },
  {
    id: 'custom-role-is-over-rows',
    instruction:
      'A custom role may read and write rows; only the account that deploys creates, changes, deletes and grants.',
    broken: (graph) =>
      ofType(graph, 'gcp:projects/iAMCustomRole:IAMCustomRole').filter(({ inputs: { permissions } }) =>
        (Array.isArray(permissions) ? permissions : []).some(
          (permission) =>
            !/^bigquery\.(tables\.(get|getData|updateData)|datasets\.get)$/.test(String(permission)),
        ),
      ),
  },
  {
    id: 'rows-are-written-by-table',
    instruction: 'Grant a custom role that gives access to rows on the one table, never on the dataset.',
    broken: (graph) => {
      const overRows = new Set(
        ofType(graph, 'gcp:projects/iAMCustomRole:IAMCustomRole')
          .filter(({ inputs }) => /bigquery\.tables\./.test(JSON.stringify(inputs['permissions'])))
          .map(({ inputs }) => String(inputs['roleId'])),
      )
      return ofType(graph, 'gcp:bigquery/datasetAccess:DatasetAccess').filter(({ inputs }) => {
        const [, customRole] = /^projects\/[^/]+\/roles\/(.+)$/.exec(String(inputs['role'])) ?? []
        return customRole !== undefined && overRows.has(customRole)
      })
    },
  },
  {
    id: 'no-authoritative-grant',
    instruction: 'A binding or policy removes the grants of others; use the …IAMMember resource.',
    broken: ({ resources }) => resources.filter(({ type }) => /(IAM|Iam)(Binding|Policy)$/.test(type)),
  },
  {
    id: 'public-only-where-called',
    instruction: 'allUsers may only invoke functions, and none whose ingress is internal.',
    broken: (graph) => {
      const open = ofType(graph, types.function)
        .filter((each) => part(each, 'serviceConfig')['ingressSettings'] !== 'ALLOW_INTERNAL_ONLY')
        .map(({ inputs }) => inputs['name'])
      return grants(graph).filter(
        ({ inputs }) =>
          /^all(Authenticated)?Users$/.test(
            String(inputs['member'] ?? inputs['iamMember'] ?? inputs['specialGroup']),
          ) && !(inputs['role'] === 'roles/run.invoker' && open.includes(inputs['name'])),
      )
    },
  },
  {
    id: 'source-is-proved',
    instruction:
      'The topic source-<name> proves which source sent an event: of the functions only sync, which reprocesses, and collect, the web door, may publish to it.',
    broken: (graph) => {
      const others = ofType(graph, types.function)
        .filter(({ name }) => name !== 'sync' && name !== 'collect')
        .map((each) => `serviceAccount:${String(part(each, 'serviceConfig')['serviceAccountEmail'])}`)
      return grants(graph).filter(
        ({ inputs }) =>
          inputs['role'] === 'roles/pubsub.publisher' &&
          sourceOfTopic(topicIn(inputs['topic'])) !== undefined &&
          others.includes(String(inputs['member'])),
      )
    },
  },
  {
    id: 'no-key-of-an-account',
    instruction: 'A key of a service account can be stolen; let the function run as the account.',
    broken: (graph) => ofType(graph, 'gcp:serviceaccount/key:Key'),
  },
]
