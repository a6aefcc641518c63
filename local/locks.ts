/** Proof: compares the program with the committed locks of infra/locks; `node local/locks.ts --write` refreshes them. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Graph } from '../infra/proof/graph.ts'
import { resourceFaults, resourceLock, type ResourceLock } from '../infra/proof/resource_lock.ts'
import { tableFaults, tableLock, type TableLock } from '../infra/proof/table_lock.ts'
import { drawnGraph } from './graph.ts'

const directory = join(import.meta.dirname, '../infra/locks')

/** The locks are of the stack that uses every setting. */
export const lockedStack = 'example'

export interface Locks {
  tables: TableLock
  resources: ResourceLock
}

export function locksOf(graph: Graph): Locks {
  return { tables: tableLock(graph), resources: resourceLock(graph) }
}

export async function readLocks(): Promise<Locks> {
  const [tables, resources] = await Promise.all([read('tables'), read('resources')])
  return { tables: tables as TableLock, resources: resources as ResourceLock }
}

/** What the program would destroy; empty when it only adds. */
export function lockFaults({ tables, resources }: Locks, graph: Graph): readonly string[] {
  return [...tableFaults(tables, graph), ...resourceFaults(resources, graph)]
}

function fileOf(name: string): string {
  return join(directory, `${name}.json`)
}

async function read(name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(fileOf(name), 'utf8'))
  } catch (error) {
    // The first lock of all is compared with nothing.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

if (import.meta.main) {
  const graph = await drawnGraph(lockedStack)
  const faults = lockFaults(await readLocks(), graph)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else if (process.argv.includes('--write')) {
    for (const [name, lock] of Object.entries(locksOf(graph)))
      await writeFile(fileOf(name), `${JSON.stringify(lock, null, 2)}\n`)
    console.log('infra/locks is up to date; commit it together with the change.')
  } else console.log('Nothing that holds data would be deleted or replaced.')
}
