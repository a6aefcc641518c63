/** Reads what the INFORMATION_SCHEMA views of jobs and partitions show: the jobs that are remembered, and when tables last changed. */
import type { JobFacts, SystemFacts } from '../googlesql/catalog.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import type { Caller } from './caller.ts'
import { destinationOf, jobType, type Job, type Jobs, type TableReferenceJson } from './job.ts'

/** Returns what the caller may see. JOBS needs bigquery.jobs.listAll, JOBS_BY_USER bigquery.jobs.list.
 * https://cloud.google.com/bigquery/docs/information-schema-jobs#required_permissions */
export function systemFacts({ changes }: Warehouse, jobs: Jobs, caller: Caller): SystemFacts {
  return {
    jobs: (project, whose) => {
      caller.demandProject(`bigquery.jobs.${whose === 'all' ? 'listAll' : 'list'}`, project)
      return jobs
        .list(project)
        .filter(
          ({ configuration, user }) =>
            configuration.dryRun !== true && (whose === 'all' || user === caller.email),
        )
        .map(factsOf)
    },
    lastModifiedMs: (table) => changes.lastMs(table, table.options.createdMs),
  }
}

function factsOf(job: Job): JobFacts {
  const { id, project, user, configuration, createdMs, endedMs, result, error, load } = job
  const { query, labels = {} } = configuration
  const isDone = result !== undefined || load !== undefined || error !== undefined || !query
  const text = query?.['query']
  return {
    id,
    project,
    user,
    type: jobType(configuration),
    statementType: result?.statementType,
    priority: query?.['priority'] === 'BATCH' ? 'BATCH' : 'INTERACTIVE',
    query: typeof text === 'string' ? text : undefined,
    createdMs,
    endedMs: isDone ? endedMs : undefined,
    bytesProcessed: result ? (result.bytesProcessed ?? 0n) : undefined,
    destination: referenceOf(destinationOf(job), project),
    error: error?.proto,
    labels,
  }
}

function referenceOf(table: TableReferenceJson | undefined, project: string): JobFacts['destination'] {
  return table && { project: table.projectId ?? project, dataset: table.datasetId, table: table.tableId }
}
