/** Public pages that show or document the behavior of insertAll. */

export const open = 'open'
export const reference = 'https://cloud.google.com/bigquery/docs/reference/rest/v2/tabledata/insertAll'
export const samples = 'https://cloud.google.com/bigquery/docs/samples/bigquery-inserting-data-types'
/** `Loading JSON data` of a RANGE, as text or as an object with start and end. */
export const rangeData = 'https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#range_type'
export const wkt = 'https://cloud.google.com/bigquery/docs/geospatial-data#loading_wkt_or_wkb_data'
export const dataTypes = 'https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types'
export const numbersAsStrings = 'https://github.com/googleapis/google-cloud-java/pull/6216'
/** Tried by a contributor: "1", 1, "1.0" and 1.0 in all numeric types; "1.1" and 1.1 in all but INT64. */
export const beam = 'https://github.com/apache/beam/issues/25228'
/** A system test of the official client against BigQuery. */
export const nodeTest = 'https://github.com/googleapis/nodejs-bigquery/blob/main/system-test/bigquery.ts'
export const intoString = 'https://github.com/googleapis/python-bigquery/issues/906'
export const notARecord = 'https://github.com/confluentinc/kafka-connect-bigquery/issues/370'
export const numericDigits = 'https://github.com/googleapis/nodejs-bigquery/issues/1221'
export const numericRange = 'https://github.com/googleapis/nodejs-bigquery/issues/847'
export const outOfRange = 'https://github.com/GoogleCloudPlatform/DataflowTemplates/issues/269'
export const millisecondsText = 'https://github.com/googleapis/nodejs-bigquery/issues/564'
export const seconds = 'https://github.com/apache/beam/pull/5889'
export const wideInteger = 'https://github.com/GoogleCloudPlatform/cluster-toolkit/issues/3944'
export const emptyFloat = 'https://github.com/GoogleCloudPlatform/DataflowTemplates/issues/22'
export const infiniteText = 'https://github.com/googleapis/python-bigquery/pull/824'
export const booleanText = 'https://github.com/confluentinc/kafka-connect-bigquery/issues/176'
/** Google's sample writes "TRUE" into a BOOL, and JSON as text into a JSON column. */
export const nativeJson = 'https://github.com/norlove/BigQuery-Native-JSON'
/** insert_rows writes the result of json.dumps. Google documents it with a number, a text and an object. */
export const jsonText = 'https://github.com/googleapis/python-bigquery/pull/1757'
export const invalidDate = 'https://github.com/GoogleCloudPlatform/DataflowTemplates/issues/1345'
export const nullRepeated = 'https://github.com/googleapis/google-cloud-python/pull/10196'
export const nullElement = 'https://github.com/googleapis/google-cloud-dotnet/issues/897'
export const arrayRefused = 'https://github.com/glific/glific/issues/3477'
/** The comment under BigQueryIODeadLetter shows BigQuery's response. */
export const requiredNull =
  'https://github.com/apache/beam/blob/master/examples/java/src/main/java/org/apache/beam/examples/snippets/Snippets.java'
