/** SQL lint: lists statements of the embedded BigQuery's own tests that the analyzer wrongly rejects because its package is too old. */
import { project as emulatorProject } from '../../packages/bigquery-emulator/test/support/server.ts'
import type { Refused } from './recorded.ts'

export interface Excuse {
  feature: string
  /** Why the analyzer rejects what BigQuery accepts. */
  reason: string
  isMeant: (refused: Refused) => boolean
}

export const excuses: readonly Excuse[] = [
  {
    feature: 'pipe syntax',
    reason:
      'The package is of 2023; BigQuery has it since 2025. https://cloud.google.com/bigquery/docs/reference/standard-sql/pipe-syntax',
    isMeant: ({ name, message }) => name.includes('|>') && message.startsWith('Syntax error'),
  },
  {
    feature: 'GROUP BY ALL',
    reason:
      'The package is of 2023; BigQuery has it since 2024. https://cloud.google.com/bigquery/docs/reference/standard-sql/query-syntax#group_by_all',
    isMeant: ({ message }) => message === 'GROUP BY ALL is not supported',
  },
  {
    feature: 'a table called by its quoted path',
    reason:
      'The lint splits quoted paths, because the analyzer does not, so that it takes the path for a dataset.',
    isMeant: ({ name, message }) =>
      message.startsWith('Unrecognized name') && /`[\w-]+(?:\.[\w-]+)+`\./.test(name),
  },
  {
    feature: 'INFORMATION_SCHEMA',
    reason: 'Its views are not declared to the analyzer.',
    isMeant: ({ message }) => /^Table not found: .*INFORMATION_SCHEMA/i.test(message),
  },
  {
    feature: 'system variables',
    reason:
      'They are not declared to the analyzer. https://cloud.google.com/bigquery/docs/reference/system-variables',
    isMeant: ({ message }) => message.startsWith('Unrecognized name: @@'),
  },
  {
    feature: 'PARTITION BY of a pseudocolumn',
    reason:
      'The service declares it for tables that are partitioned by ingestion time. https://cloud.google.com/bigquery/docs/creating-partitioned-tables#create_an_ingestion-time_partitioned_table',
    isMeant: ({ name, message }) =>
      /PARTITION BY _PARTITIONDATE/i.test(name) && message === 'Unrecognized name: _PARTITIONDATE',
  },
  {
    feature: 'functions made by CREATE FUNCTION',
    reason: 'They are not declared to the analyzer.',
    isMeant: ({ message, statement }) =>
      statement.functions.length > 0 && message.startsWith('Function not found'),
  },
]

/** Returns the excuse of a rejected statement; undefined for every statement of the product. */
export function excuseOf(refused: Refused): Excuse | undefined {
  if (refused.statement.project !== emulatorProject) return undefined
  return excuses.find(({ isMeant }) => isMeant(refused))
}
