/** The option `formatOptions` of answers with rows: how timestamps are written.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/DataFormatOptions */
import { timestampFormats, type TimestampFormat } from '../duckdb/value.ts'
import { ApiError } from '../warehouse/api_error.ts'

const unspecified = 'TIMESTAMP_OUTPUT_FORMAT_UNSPECIFIED'

export interface FormatOptions {
  useInt64Timestamp?: boolean
  timestampOutputFormat?: string
}

/** Returns the wanted form. Throws for two options that contradict each other, with BigQuery's message. */
export function timestampFormat(options: FormatOptions = {}): TimestampFormat {
  const { useInt64Timestamp = false, timestampOutputFormat = unspecified } = options
  if (timestampOutputFormat === unspecified) return useInt64Timestamp ? 'INT64' : 'FLOAT64'
  const format = timestampFormats.find((one) => one === timestampOutputFormat)
  if (!format)
    throw new ApiError(
      'invalid',
      `Invalid value for formatOptions.timestampOutputFormat: ${timestampOutputFormat}`,
    )
  if (useInt64Timestamp && format !== 'INT64')
    throw new ApiError('invalid', 'Cannot specify both use_int64_timestamp and timestamp_output_format.')
  return format
}

/** Returns the form that the parameters of a GET request name. */
export function timestampFormatIn(query: URLSearchParams): TimestampFormat {
  return timestampFormat({
    useInt64Timestamp: query.get('formatOptions.useInt64Timestamp') === 'true',
    timestampOutputFormat: query.get('formatOptions.timestampOutputFormat') ?? unspecified,
  })
}
