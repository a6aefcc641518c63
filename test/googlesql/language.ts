/** SQL lint: sets the analyzer's language options to BigQuery's. */

/** The used part of `zetasql.LanguageOptionsProto`. */
export interface LanguageOptions {
  nameResolutionMode: string
  productMode: string
  enabledLanguageFeatures: string[]
  supportedStatementKinds: string[]
  reservedKeywords: string[]
}

/** Features that the analyzer enables by default and that BigQuery does not have.
 *  https://cloud.google.com/bigquery/docs/reference/standard-sql/query-syntax */
const absent = new Set([
  // Timestamps have microseconds. https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#timestamp_type
  'FEATURE_TIMESTAMP_NANOS',
  // MODULE and IMPORT statements.
  'FEATURE_EXPERIMENTAL_MODULES',
  // `=` and `<` between arrays. https://cloud.google.com/bigquery/docs/reference/standard-sql/operators#comparison_operators
  'FEATURE_V_1_1_ARRAY_EQUALITY',
  'FEATURE_V_1_3_ARRAY_ORDERING',
  // THEN RETURN of INSERT, UPDATE and DELETE. https://cloud.google.com/bigquery/docs/reference/standard-sql/dml-syntax
  'FEATURE_V_1_3_DML_RETURNING',
  // An aggregate `WITH GROUP ROWS`, and FLATTEN.
  'FEATURE_V_1_3_WITH_GROUP_ROWS',
  'FEATURE_V_1_3_UNNEST_AND_FLATTEN_ARRAYS',
  // ARRAY_SUM, ARRAY_FIND, ARRAY_FIRST_N… https://cloud.google.com/bigquery/docs/reference/standard-sql/array_functions
  'FEATURE_V_1_4_ARRAY_AGGREGATION_FUNCTIONS',
  'FEATURE_V_1_4_ARRAY_FIND_FUNCTIONS',
  'FEATURE_V_1_4_FIRST_AND_LAST_N',
  // Table names such as /span/global/table.
  'FEATURE_V_1_3_ALLOW_SLASH_PATHS',
])

/** Features that the package calls "in development" and that BigQuery has. */
const added = [
  // https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#interval_type
  'FEATURE_INTERVAL_TYPE',
  // `CREATE VIEW v (a OPTIONS (description = '…'))`, `ALTER VIEW … ALTER COLUMN … SET OPTIONS`, `ALTER COLUMN … SET DATA TYPE`
  // and `CREATE TABLE … CLONE`. https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language
  'FEATURE_CREATE_VIEWS_WITH_COLUMN_OPTIONS',
  'FEATURE_ALTER_VIEWS_ALTER_COLUMN_SET_OPTIONS',
  'FEATURE_ALTER_COLUMN_SET_DATA_TYPE',
  'FEATURE_CREATE_TABLE_CLONE',
  // GROUPING SETS, CUBE and GROUPING(). https://cloud.google.com/bigquery/docs/reference/standard-sql/query-syntax#group_by_clause
  'FEATURE_V_1_4_GROUPING_SETS',
  'FEATURE_V_1_4_GROUPING_BUILTIN',
  // TIMESTAMP_BUCKET. https://cloud.google.com/bigquery/docs/reference/standard-sql/time-series-functions
  'FEATURE_TIME_BUCKET_FUNCTIONS',
  // RANGE<DATE>. https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#range_type
  'FEATURE_RANGE_TYPE',
  // COT, CSC… https://cloud.google.com/bigquery/docs/reference/standard-sql/mathematical_functions
  'FEATURE_INVERSE_TRIG_FUNCTIONS',
]

/** @param maximum The analyzer's default: every feature that is not in development. */
export function bigQueryLanguage(maximum: LanguageOptions): LanguageOptions {
  const enabled = maximum.enabledLanguageFeatures.filter((feature) => !absent.has(feature))
  return {
    ...maximum,
    productMode: 'PRODUCT_EXTERNAL',
    nameResolutionMode: 'NAME_RESOLUTION_DEFAULT',
    enabledLanguageFeatures: [...enabled, ...added],
    // Empty: every kind of statement.
    supportedStatementKinds: [],
    // The only optional keyword of the analyzer that BigQuery reserves.
    // https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical#reserved_keywords
    reservedKeywords: ['QUALIFY'],
  }
}
