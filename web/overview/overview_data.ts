/** Overview: describes the response of `GET /v1/console/overview`, by the columns of functions/console/queries/. */

interface Rows<Row> {
  rows: readonly Row[]
  /** True if there are more rows than the API returns. */
  truncated: boolean
}

/** Why a section has no rows. `isLessInShorterPeriod` is there if it would read too much. */
export interface SectionFailure {
  code: number
  reason: string
  message: string
  isLessInShorterPeriod?: boolean
}

type SectionData<Row> = Rows<Row> | { error: SectionFailure }

export interface VolumeRow {
  /** Start of the bucket, RFC 3339. */
  bucket: string
  event_name: string
  events: number
}

/** Number of events at each stage. Some counts are null in rows without a destination. */
export interface FunnelRow {
  event_name: string | null
  /** Null in rows that count every event once. */
  destination: string | null
  received: number
  quarantined: number
  stored: number
  restricted: number
  permitted: number
  delivered: number | null
  skipped: number | null
  refused: number | null
  deferred: number | null
  dead: number | null
  pending: number | null
}

export interface ReasonRow {
  destination: string
  event_name: string
  outcome: string
  reason: string | null
  pairs: number
}

/** Percentiles in ms, each computed from the events. */
export interface LatencyRow {
  /** Null for the whole period. */
  bucket: string | null
  /** Null for all event types. */
  event_name: string | null
  /** Null for the latency until storage. */
  destination: string | null
  events: number
  p50: number | null
  p95: number | null
  p99: number | null
}

export interface ErrorRow {
  source: string
  destination: string | null
  event_name: string | null
  outcome: string | null
  reason: string | null
  detail: string | null
  http_status: number | null
  occurrences: number
  events: number
  /** Affected events that have not been delivered or reprocessed since. */
  open_events: number
  last_seen: string
  first_received_at: string
  example_event_id: string | null
  /** Null if table events does not have the example. */
  example_received_at: string | null
}

/** `day`, `destination`, and one count per promise. */
type ReconciliationRow = { day: string; destination: string | null } & Readonly<
  Record<string, string | number | null>
>

export interface AnomalyRow {
  hour: string
  event_name: string
  events: number
  median: number
  ratio: number | null
  z_score: number
}

/** A problem that the health check found. */
export interface ProblemRow {
  alert:
    | 'destination-failing'
    | 'destination-silent'
    | 'quarantine-surge'
    | 'volume'
    | 'sync-late'
    | 'deprecated-type'
  /** Destination, reason of quarantine, or event type. */
  subject: string
  opened_at: string
  last_seen: string
  /** Null while it lasts. */
  recovered_at: string | null
  event_name: string | null
  outcome: string | null
  reason: string | null
  summary: string
  example_event_id: string | null
  command: string
}

/** Pairs of a destination by outcome. */
export interface HealthRow {
  destination: string
  target: string
  pairs: number
  delivered: number
  refused: number
  skipped: number
  deferred: number
  held: number
  dead: number
  latest_hour: string
}

export interface OverviewData {
  from: string
  to: string
  /** Width of a bucket in seconds. */
  bucket: number
  /** True if all figures are those that the health check has counted, and the promises those of the daily check. */
  isCounted: boolean
  /** What BigQuery read for all sections. */
  bytes: number
  /** Email address of the account. */
  account?: string
  /** Meaning of each count of reconciliation if it is not zero. */
  promises: Readonly<Record<string, string>>
  /** Meaning of each reason. */
  meanings: Readonly<Record<string, string>>
  sections: {
    problems: SectionData<ProblemRow>
    health: SectionData<HealthRow>
    checked: SectionData<{ checked_at: string | null; counted_at: string | null }>
    volume: SectionData<VolumeRow>
    funnel: SectionData<FunnelRow>
    reasons: SectionData<ReasonRow>
    latency: SectionData<LatencyRow>
    errors: SectionData<ErrorRow>
    reconciliation: SectionData<ReconciliationRow>
    anomalies: SectionData<AnomalyRow>
  }
}

/** The rows of a section; empty if it has an error. */
export function sectionRows<Row>(section: SectionData<Row>): readonly Row[] {
  return 'rows' in section ? section.rows : []
}
