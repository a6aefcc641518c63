/** Gate: the analyzer's language options, as BigQuery has them. */

/** `zetasql.LanguageOptionsProto`, what is used of it. */
export interface LanguageOptions {
  nameResolutionMode: string
  productMode: string
  enabledLanguageFeatures: string[]
  supportedStatementKinds: string[]
  reservedKeywords: string[]
}

/** Features of the language that BigQuery does not have. */
const absent = new Set(['FEATURE_TIMESTAMP_NANOS', 'FEATURE_EXPERIMENTAL_MODULES'])

/** Features that the package counts as in development and BigQuery has. */
const added = ['FEATURE_INTERVAL_TYPE']

/** @param maximum What the analyzer enables by itself: every feature that is not in development. */
export function bigQueryLanguage(maximum: LanguageOptions): LanguageOptions {
  return {
    ...maximum,
    productMode: 'PRODUCT_EXTERNAL',
    nameResolutionMode: 'NAME_RESOLUTION_DEFAULT',
    enabledLanguageFeatures: [
      ...maximum.enabledLanguageFeatures.filter((feature) => !absent.has(feature)),
      ...added,
    ],
    // Empty: every kind of statement.
    supportedStatementKinds: [],
    // Of the words that the analyzer reserves on demand, BigQuery reserves this one.
    // https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical#reserved_keywords
    reservedKeywords: ['QUALIFY'],
  }
}
