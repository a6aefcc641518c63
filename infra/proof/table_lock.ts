/** Proof: `infra/locks/tables.json`, the tables as they were committed last; a program that would lose rows of theirs fails. Pure. */
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

/** What the program would do to the tables of the lock: one instruction for each fault; empty when it only adds. */
export function tableFaults(lock: TableLock, graph: Graph): readonly string[] {
  const now = tableLock(graph)
  return Object.entries(lock).flatMap(([name, before]) => {
    const after = now[name]
    const harm = after ? harmfulChanges(before, after) : ['the table is gone: Google would delete it']
    return harm.map((each) => `table ${name}: ${each}. ${advice(name)}`)
  })
}

function advice(name: string): string {
  return (
    `Tables only grow: bring back what was there, and add a NULLABLE column beside it. If its rows may go, ` +
    `delete "${name}" from infra/locks/tables.json and run npx sluice locks --write.`
  )
}
