/** Events: what the check of an event against its definition found: the event, its violations and its hints. */
import { CodeBlock } from '../parts/code_block.tsx'
import { DataTable } from '../parts/data_table.tsx'
import { hintColumns } from '../parts/hint_columns.tsx'
import { Panel } from '../parts/panel.tsx'
import { link } from '../router.ts'
import type { StoredRow, ViolationRow } from '../../schemas/event_rows.ts'

const violationColumns = [
  { title: 'Field', cell: ({ field }: ViolationRow) => <code>{field}</code> },
  { title: 'Expected', cell: ({ expected }: ViolationRow) => expected },
  { title: 'Got', cell: ({ got }: ViolationRow) => got ?? '' },
] as const

/** `fields` are the fields that the event has. */
export function Checked({ row, fields }: { row: StoredRow; fields: object }) {
  const { event_name: type, definition, violations, hints, derived_fields: derived } = row
  return (
    <Panel title="Checked" hint={`Against ${definition}.`}>
      <CodeBlock label="Event" text={JSON.stringify(fields, null, 2)} isPersonal />
      {derived.length > 0 && (
        <p class="fine">
          Derived from the address of the page or the user agent, not sent: <code>{derived.join(', ')}</code>
        </p>
      )}
      {violations.length === 0 ? (
        <p class="fine">It fits its definition.</p>
      ) : (
        <>
          <DataTable caption="Violations" columns={violationColumns} rows={violations} />
          <p>
            <a href={link('events', { type, violates: violations[0]!.field })}>
              Events that violate {violations[0]!.field} in the last 24 hours
            </a>
          </p>
        </>
      )}
      {hints.length > 0 && (
        <>
          <p>
            Fields that are probably meant as others. <a href={link(`catalogue/${type}`)}>All of this type</a>
          </p>
          <DataTable caption="Hints" columns={hintColumns} rows={hints} />
        </>
      )}
    </Panel>
  )
}
