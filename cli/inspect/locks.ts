/** Command line: the committed locks of infra/locks, and what the program would destroy or break of them. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  definitionFaults,
  definitionLock,
  outdatedDefinitions,
  type DefinitionLock,
} from '../../infra/proof/definition_lock.ts'
import type { Graph } from '../../infra/proof/graph.ts'
import { resourceFaults, resourceLock, type ResourceLock } from '../../infra/proof/resource_lock.ts'
import { tableFaults, tableLock, type TableLock } from '../../infra/proof/table_lock.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { checkout } from './drawn_graph.ts'

const directory = join(checkout, 'infra/locks')

export interface Locks {
  tables: TableLock
  resources: ResourceLock
  definitions: DefinitionLock
}

const types = [...eventTypes.values()]

export function locksOf(graph: Graph): Locks {
  return { tables: tableLock(graph), resources: resourceLock(graph), definitions: definitionLock(types) }
}

export async function readLocks(): Promise<Locks> {
  const [tables, resources, definitions] = await Promise.all(['tables', 'resources', 'definitions'].map(read))
  return {
    tables: tables as TableLock,
    resources: resources as ResourceLock,
    definitions: definitions as DefinitionLock,
  }
}

/** Writes the locks; resolves to the files. */
export async function writeLocks(locks: Locks): Promise<readonly string[]> {
  const entries = Object.entries(locks)
  for (const [name, lock] of entries) await writeFile(fileOf(name), `${JSON.stringify(lock, null, 2)}\n`)
  return entries.map(([name]) => fileOf(name))
}

/** What the program would destroy, and what breaks a promise to producers; empty when it only adds. */
export function lockFaults({ tables, resources, definitions }: Locks, graph: Graph): readonly string[] {
  return [
    ...tableFaults(tables, graph),
    ...resourceFaults(resources, graph),
    ...definitionFaults(definitions, types, Date.now()),
  ]
}

/** The definitions that were changed without the version that the change needs, or whose change is not locked yet. */
export async function definitionLockProblems(): Promise<readonly string[]> {
  const { definitions } = await readLocks()
  const faults = definitionFaults(definitions, types, Date.now())
  return faults.length > 0 ? faults : outdatedDefinitions(definitions, types)
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
