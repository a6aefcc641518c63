/** Command line: the tables of `sluice cost --scale` as lines of text. */
import type { ScaleEvents } from './recommended_scale.ts'
import { scaleAssumed, type ScaleTable } from './scale_tables.ts'

export function formatScale(tables: readonly ScaleTable[], events: ScaleEvents): string {
  return [...tables.map(formatTable), `Assumed: ${plain(scaleAssumed(events))} More: docs/scale.md`].join(
    '\n\n',
  )
}

function formatTable({ title, head, rows }: ScaleTable): string {
  const lines = [head, ...rows].map((cells) => cells.map(plain))
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)))
  return [
    title,
    '',
    ...lines.map((cells) =>
      `  ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd(),
    ),
  ].join('\n')
}

/** Removes the marks of Markdown; what exceeds a quota keeps a mark. */
function plain(cell: string): string {
  return cell
    .replaceAll(/\*\*(.+?)\*\*/g, '$1 (!)')
    .replaceAll(/\[page\]\((.+?)\)/g, '$1')
    .replaceAll('`', '')
}
