/** Differential test: lists features that are newer than the analyzer's package. Nothing else may be accepted only here. */

export interface Excuse {
  feature: string
  /** BigQuery's documentation of the feature. */
  source: string
  isMeant: (sql: string, message: string) => boolean
}

const reference = 'https://cloud.google.com/bigquery/docs/reference/standard-sql'

export const excuses: readonly Excuse[] = [
  {
    feature: 'a failed check of the analyzer itself, which later versions mend',
    source: `${reference}/query-syntax#order_by_clause`,
    isMeant: (_, message) => /^(?:ZETASQL_RET_CHECK failure|Resolved AST validation failed)/.test(message),
  },
  {
    feature: 'pipe syntax',
    source: `${reference}/pipe-syntax`,
    isMeant: (sql, message) => sql.includes('|>') && message.startsWith('Syntax error'),
  },
  {
    feature: 'GROUP BY ALL',
    source: `${reference}/query-syntax#group_by_all`,
    isMeant: (_, message) => message === 'GROUP BY ALL is not supported',
  },
  {
    feature: 'GROUP BY ()',
    source: `${reference}/query-syntax#group_by_clause`,
    isMeant: (sql, message) => /GROUP BY ?\( ?\)/.test(sql) && message === 'GROUP BY () is not supported',
  },
  {
    feature: 'INFORMATION_SCHEMA, whose views are not declared to the analyzer',
    source: 'https://cloud.google.com/bigquery/docs/information-schema-intro',
    isMeant: (_, message) => /^Table not found: .*INFORMATION_SCHEMA/.test(message),
  },
  {
    feature: 'CONTAINS_SUBSTR',
    source: `${reference}/search_functions#contains_substr`,
    isMeant: (_, message) => message.startsWith('Function not found: CONTAINS_SUBSTR'),
  },
]
