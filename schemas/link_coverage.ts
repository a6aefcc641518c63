/** Destinations: describes how often stored events fill the fields of a target, as the console's API returns it. */

/** A field of the target. */
export interface CoveredField {
  /** Dotted path. */
  field: string
  /** True if no event is sent without it. */
  isRequired: boolean
  /** Events of the sample in which the link fills it with a valid value. */
  filled: number
  /** Events of the sample in which it is left out because its value is invalid. */
  invalid: number
}

/** `POST /v1/console/coverage`. */
export interface LinkCoverage {
  /** Stored events that were looked at: the latest that were permitted. */
  sampled: number
  /** Required fields first. Empty if the destination gets events unchanged. */
  fields: readonly CoveredField[]
  /** Events of the sample that would be skipped, by reason. `detail` names the field, if one is at fault. */
  skipped: readonly { reason: string; detail: string | null; events: number }[]
  /** Bytes that BigQuery read. */
  bytes: number
}
