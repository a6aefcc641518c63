/** Storage layer: describes view `definitions_current`, the latest version of each saved definition. */
import { nullable } from '../warehouse/column.ts'
import type { Locate, View } from './view.ts'

/** A part of `major.minor.patch` as a number, so that 1.10 sorts after 1.9. */
function part(index: number): string {
  return `SAFE_CAST(SPLIT(version, '.')[SAFE_OFFSET(${index})] AS INT64)`
}

export function definitionsCurrent(locate: Locate): View {
  return {
    name: 'definitions_current',
    description: 'Latest version of each definition saved in the console, by kind and name.',
    columns: [
      nullable('kind', 'STRING', 'event, extension or translation.'),
      nullable('name', 'STRING', 'Name, unique within the kind.'),
      nullable('version', 'STRING', 'Latest version, `major.minor` or `major.minor.patch`.'),
      nullable('created_at', 'TIMESTAMP', 'When the version was saved.'),
      nullable('created_by', 'STRING', 'Email address of the account that saved it.'),
      nullable('definition', 'JSON', 'The definition.'),
      nullable('comment', 'STRING', 'Reason for the version.'),
    ],
    // Versions are immutable: if one is written twice, the first row counts.
    query: `SELECT kind, name, version, created_at, created_by, definition, comment
FROM ${locate('definitions')}
WHERE kind IN ('event', 'extension', 'translation')
QUALIFY ROW_NUMBER() OVER (
  PARTITION BY kind, name ORDER BY ${part(0)} DESC, ${part(1)} DESC, IFNULL(${part(2)}, 0) DESC, created_at
) = 1`,
    reads: ['definitions'],
  }
}
