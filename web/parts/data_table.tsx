/** Console: renders a table that scrolls in its own box on narrow pages. */
import type { ComponentChildren } from 'preact'

interface DataColumn<Row> {
  title: string
  /** Aligns right, with tabular figures. */
  numeric?: boolean
  cell: (row: Row) => ComponentChildren
}

interface DataTableProps<Row> {
  /** Name of the table. */
  caption: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
}

export function DataTable<Row>({ caption, columns, rows }: DataTableProps<Row>) {
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, numeric }) => (
              <th key={title} scope="col" class={numeric ? 'numeric' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map(({ title, numeric, cell }) => (
                <td key={title} class={numeric ? 'numeric' : undefined} data-title={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
