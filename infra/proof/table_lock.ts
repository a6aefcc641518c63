/** Proof: compares the program with `infra/locks/tables.json`, the committed tables, so that no change deletes their rows. Pure. */
import { dataTables, part, textInput, type Graph } from './graph.ts'
import { harmfulChanges, tableShapeOf, type Field, type TableShape } from './table_changes.ts'

/** Table → its shape. */
export type TableLock = Readonly<Record<string, TableShape>>

export function tableLock(graph: Graph): TableLock {
  return Object.fromEntries(
    dataTables(graph)
      .map((table): [string, TableShape] => {
        const time = part(table, 'timePartitioning')
        const columns = JSON.parse(textInput(table.inputs, 'schema')) as readonly Field[]
        const partition = 'type' in time ? `${textInput(time, 'field')} by ${textInput(time, 'type')}` : null
        return [textInput(table.inputs, 'tableId'), tableShapeOf(columns, partition)]
      })
      .toSorted(([a], [b]) => a.localeCompare(b)),
  )
}

/** Returns one instruction for each harmful change of a table; empty if the program only adds. */
export function tableFaults(lock: TableLock, graph: Graph): readonly string[] {
  const now = tableLock(graph)
  return Object.entries(lock).flatMap(([name, before]) => {
    const after = now[name]
    const harm = after ? harmfulChanges(before, after) : ['the table is missing: Google would delete it']
    return harm.map((each) => `table ${name}: ${each}. ${advice(name)}`)
  })
}

function advice(name: string): string {
  return (
    `Tables can only grow: restore the old definition and add a NULLABLE column. If its rows may be deleted, ` +
    `delete "${name}" from infra/locks/tables.json and run npx sluice locks --write.`
  )
}
