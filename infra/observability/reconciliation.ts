/** Observability: asks once a day whether the promises hold. BigQuery runs the query itself, as an identity that may read what it asks for
 * and nothing else; a broken promise makes the run fail. https://cloud.google.com/bigquery/docs/scheduling-queries */
import { bigquery, projects, serviceaccount } from '@pulumi/gcp'
import { ComponentResource, type ComponentResourceOptions, type Output } from '@pulumi/pulumi'
import { views } from '../../schemas/views.ts'
import { mayRead } from '../access.ts'
import { serviceAccountId } from '../naming.ts'
import type { Platform } from '../platform.ts'
import { Propagation } from '../propagation.ts'
import type { Settings } from '../settings.ts'
import type { Warehouse } from '../warehouse.ts'

export interface ReconciliationArgs {
  platform: Platform
  warehouse: Warehouse
  settings: Settings
}

/** Days that are looked at: what is broken is told on each of them. */
const days = 2

export class Reconciliation extends ComponentResource {
  /** Id of the scheduled query, as its metrics bear it. */
  readonly configId: Output<string>

  constructor(name: string, args: ReconciliationArgs, options?: ComponentResourceOptions) {
    super('sluice:index:Reconciliation', name, {}, options)
    const { platform, warehouse, settings } = args
    const { project, location, dataset, retention } = settings
    const child = { parent: this }
    const enabled = { ...child, dependsOn: [...platform.ready] }
    const propagation = new Propagation(name)
    const grant = { ...child, hooks: propagation.grant }
    const view = views(project, dataset, retention).find((each) => each.name === 'reconciliation')!
    const account = new serviceaccount.Account(
      name,
      { accountId: serviceAccountId('reconcile'), displayName: 'Checks the promises in BigQuery' },
      enabled,
    )
    const agent = new projects.ServiceIdentity(
      'transfer-agent',
      { project, service: 'bigquerydatatransfer.googleapis.com' },
      enabled,
    )
    const holder = { name, member: account.member }
    const ready = [
      new serviceaccount.IAMMember(
        `${name}-agent`,
        {
          serviceAccountId: account.name,
          role: 'roles/iam.serviceAccountTokenCreator',
          member: agent.member,
        },
        grant,
      ),
      new projects.IAMMember(
        `${name}-jobs`,
        { project, role: 'roles/bigquery.jobUser', member: account.member },
        grant,
      ),
      ...[view.name, ...view.reads].map((read) =>
        mayRead(holder, read, warehouse.readable.get(read)!, grant),
      ),
    ]
    const counts = view.columns.filter(({ type }) => type === 'INT64').map((column) => column.name)
    const check = new bigquery.DataTransferConfig(
      name,
      {
        displayName: `Sluice ${dataset}: reconciliation`,
        dataSourceId: 'scheduled_query',
        location,
        // At a time of day, in UTC: an interval would begin at once, before there is anything to check.
        schedule: 'every day 04:00',
        serviceAccountName: account.email,
        params: { query: reconciliationQuery(`${project}.${dataset}.${view.name}`, counts) },
      },
      // Google refuses to make it for an identity that its agent is not known to act as.
      { ...child, dependsOn: ready, hooks: propagation.user },
    )
    this.configId = check.name.apply((config) => config.split('/').at(-1) ?? '')
    this.registerOutputs({})
  }
}

/** Fails, naming what is broken, where and how often; else yields one row. */
export const reconciliationQuery = (view: string, counts: readonly string[]): string => `SELECT IF(
  COUNT(*) = 0,
  'Every promise holds.',
  CAST(ERROR(CONCAT('Broken: ', STRING_AGG(
    CONCAT(promise, ' of ', IFNULL(destination, 'all'), ' on ', CAST(day AS STRING), ': ', CAST(broken AS STRING)), '; '
  ))) AS STRING)
) AS verdict
FROM \`${view}\`
UNPIVOT (broken FOR promise IN (${counts.join(', ')}))
WHERE day >= DATE_SUB(CURRENT_DATE(), INTERVAL ${days} DAY) AND broken > 0
`
