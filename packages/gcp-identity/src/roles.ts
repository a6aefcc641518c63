/** Roles: the permissions of the IAM roles that the policy knows, from Google's reference. */
import { bigqueryRoles } from './roles_bigquery.ts'
import { pubsubRoles } from './roles_pubsub.ts'

const projectReader = ['resourcemanager.projects.get', 'resourcemanager.projects.list'] as const

/** Permissions of project viewers, including BigQuery's default access to datasets and jobs.
 * https://cloud.google.com/bigquery/docs/access-control-basic-roles */
const viewer = [
  ...pubsubRoles['roles/pubsub.viewer'],
  ...bigqueryRoles['roles/bigquery.dataViewer'],
  ...bigqueryRoles['roles/bigquery.jobUser'],
  'bigquery.jobs.get',
  'bigquery.jobs.list',
] as const

/**
 * Permissions by role; `*` matches any characters. Permissions of services that have no emulator (Cloud KMS, Dataplex,
 * Dataform, …) are left out.
 * https://cloud.google.com/iam/docs/roles-permissions
 */
const permissions: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...Object.entries(pubsubRoles),
  ...Object.entries(bigqueryRoles),

  // The roles of a dataset's access list, each equal to a predefined role.
  // https://cloud.google.com/bigquery/docs/access-control-basic-roles#dataset-basic-roles
  ['READER', bigqueryRoles['roles/bigquery.dataViewer']],
  ['WRITER', bigqueryRoles['roles/bigquery.dataEditor']],
  ['OWNER', bigqueryRoles['roles/bigquery.dataOwner']],

  // https://cloud.google.com/iam/docs/roles-permissions/run
  ['roles/run.invoker', ['run.jobs.run', 'run.routes.invoke']],

  // https://cloud.google.com/iam/docs/roles-permissions/secretmanager
  ['roles/secretmanager.secretAccessor', ['secretmanager.versions.access', ...projectReader]],
  [
    'roles/secretmanager.secretVersionManager',
    [
      'secretmanager.versions.add',
      'secretmanager.versions.destroy',
      'secretmanager.versions.disable',
      'secretmanager.versions.enable',
      'secretmanager.versions.get',
      'secretmanager.versions.list',
      ...projectReader,
    ],
  ],

  // https://cloud.google.com/iam/docs/roles-permissions/iam
  [
    'roles/iam.serviceAccountTokenCreator',
    [
      'iam.serviceAccounts.get',
      'iam.serviceAccounts.getAccessToken',
      'iam.serviceAccounts.getOpenIdToken',
      'iam.serviceAccounts.implicitDelegation',
      'iam.serviceAccounts.list',
      'iam.serviceAccounts.signBlob',
      'iam.serviceAccounts.signJwt',
      ...projectReader,
    ],
  ],

  // Basic roles, for a developer's own account. Editors may call Cloud Run services but not read secrets.
  // https://cloud.google.com/iam/docs/roles-overview#basic
  // https://cloud.google.com/run/docs/authenticating/overview
  ['roles/viewer', viewer],
  [
    'roles/editor',
    [
      ...viewer,
      ...pubsubRoles['roles/pubsub.editor'],
      ...bigqueryRoles['roles/bigquery.dataEditor'],
      'run.jobs.run',
      'run.routes.invoke',
    ],
  ],
  ['roles/owner', ['*']],
])

/** Returns a predicate over permissions for a role, or undefined if the role is not in the table and no permissions are passed. */
export function permitsOf(
  role: string,
  ofCustomRole?: readonly string[],
): ((permission: string) => boolean) | undefined {
  const patterns = ofCustomRole ?? permissions.get(role)
  if (!patterns) return undefined
  const alternatives = patterns.map((pattern) => escaped(pattern).replaceAll('\\*', '.*'))
  const expression = new RegExp(`^(?:${alternatives.join('|')})$`)
  return (permission) => expression.test(permission)
}

/** Escapes a text for a regular expression. Node 20 lacks `RegExp.escape`. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** The names of all roles in the table. */
export const knownRoles: readonly string[] = [...permissions.keys()]
