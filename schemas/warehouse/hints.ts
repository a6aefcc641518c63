/** Storage layer: describes hints, as table `events` and `validateOnly` contain them. A hint is no violation: the event is valid. */
import { nullable, repeated } from './column.ts'

/** The closed set of hints with their meanings. */
export const hintKinds = {
  similar: 'No field has this name, but one has nearly the same. The value is an event field of its own.',
  misplaced:
    'The name is that of a context field, but inside event_data, where it is an event field of its own.',
  alias:
    'The definition accepts this name for the field. The value is stored as that field; the name is nowhere else.',
} as const

export type HintKind = keyof typeof hintKinds

/** One field whose name is probably meant as another one. Never contains the value. */
export interface FieldHint {
  /** Path of the field, such as `event_data.userId`. A field that is unknown is an event field wherever it was sent. */
  field: string
  kind: HintKind
  /** Name of the known field: a context field, or an event field of the type. */
  did_you_mean: string
  got: string
}

/** Its members are nullable: BigQuery adds no required column to a table that exists, at no depth.
 * https://cloud.google.com/bigquery/docs/managing-table-schemas#add_columns_to_a_tables_schema_definition */
export const hintsColumn = repeated(
  'hints',
  'Fields whose names are probably meant as others. They break no definition.',
  [
    nullable('field', 'STRING', 'Path of the field, as the producer spelled its name.'),
    nullable('kind', 'STRING', `Kind of hint: ${Object.keys(hintKinds).join(', ')}.`),
    nullable('did_you_mean', 'STRING', 'Name of the known field.'),
    nullable('got', 'STRING', 'Type of the received value, never the value itself.'),
  ],
)
