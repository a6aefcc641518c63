/** Connections: the rows of the questions about connections. */
import type { Force } from '../../schemas/force.ts'

export interface ConnectionRow {
  name: string
  /** Separated by spaces. */
  versions: string
  format: string
  /** Empty if a field names the event. */
  event: string
  saved_at: string
  /** Major version, `none`, or null if no row says. */
  in_force: string | null
  reason: string | null
  requests: number
  records: number
  accepted: number
  refused: number
  used_versions: string | null
  vias: string | null
  last_received: string | null
}

export interface VersionRow {
  kind: 'translation' | 'force'
  version: string
  created_at: string
  created_by: string
  comment: string | null
  /** JSON. */
  definition: string
}

export interface UseRow {
  via: 'translate' | 'hook'
  pinned: string | null
  version: string | null
  requests: number
  records: number
  accepted: number
  refused: number
  left_out: number
  last_received: string
}

export interface RefusalRow {
  received_at: string
  version: string | null
  records: number
  row_number: number | null
  field: string | null
  code: string
  expected: string | null
  got: string | null
}

/** Row of question `connection_decisions`. */
export interface DecidedRow {
  destination: string
  permitted: boolean
  reason: string
  events: number
}

/** Row of question `arrived_messages`: a stored event, or with a reason a message in quarantine. */
export interface ArrivedRow {
  message_id: string
  event_id: string
  event_name: string | null
  received_at: string
  reason: string | null
}

/** Reads the version of a row of kind `force`. */
export function forceOf(version: string | null | undefined): Pick<Force, 'major'> | undefined {
  if (version === null || version === undefined) return undefined
  return { major: version === 'none' ? null : Number(version) }
}
