/** Storage layer: the view `definitions_current`, the version of each definition that is in force. */
import { nullable } from '../warehouse/column.ts'
import type { Locate, View } from './view.ts'

/** A part of `major.minor` as a number, so that 1.10 is later than 1.9. */
function part(index: number): string {
  return `SAFE_CAST(SPLIT(version, '.')[SAFE_OFFSET(${index})] AS INT64)`
}

export function definitionsCurrent(locate: Locate): View {
  return {
    name: 'definitions_current',
    description: 'The latest version of each definition that was made in the console, by kind and name.',
    columns: [
      nullable('kind', 'STRING', 'What is defined.'),
      nullable('name', 'STRING', 'Its name, unique within its kind.'),
      nullable('version', 'STRING', 'Its latest version, `major.minor`.'),
      nullable('created_at', 'TIMESTAMP', 'When this version was made.'),
      nullable('created_by', 'STRING', 'Who made it.'),
      nullable('definition', 'JSON', 'The definition.'),
      nullable('comment', 'STRING', 'What its maker says of it.'),
    ],
    // A version never changes: should it be written twice, the first stands.
    query: `SELECT kind, name, version, created_at, created_by, definition, comment
FROM ${locate('definitions')}
WHERE NOT STARTS_WITH(kind, 'pending_')
QUALIFY ROW_NUMBER() OVER (
  PARTITION BY kind, name ORDER BY ${part(0)} DESC, ${part(1)} DESC, created_at
) = 1`,
    reads: ['definitions'],
  }
}
