/** Compaction: rewrites the warehouse file without deleted rows. DuckDB alone leaves them in blocks that it reuses later. */
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { journalOf } from './commits.ts'
import { text } from '../googlesql/duckdb_sql.ts'

/** Compacts a file that no process has open. After a crash the file is either the complete old or the complete new one. */
export async function compactDatabase(path: string): Promise<void> {
  const fresh = `${path}.new`
  await remove(fresh)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await connection.run(`ATTACH ${text(path)} AS old`)
    // The content of the log is in the file from here on, and the log is deleted.
    await connection.run('CHECKPOINT old')
    await connection.run(`ATTACH ${text(fresh)} AS fresh`)
    await connection.run('COPY FROM DATABASE old TO fresh')
    await connection.run('CHECKPOINT fresh')
    await connection.run('DETACH fresh')
    await connection.run('DETACH old')
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
  for (const log of [`${path}.wal`, `${fresh}.wal`])
    if (await exists(log)) throw new Error(`${log} is still there: the file is left as it was.`)
  await synced(fresh)
  await rename(fresh, path)
  await synced(dirname(path))
  await rm(`${path}.tmp`, { recursive: true, force: true })
  await rm(journalOf(path), { force: true })
}

async function remove(path: string): Promise<void> {
  for (const file of [path, `${path}.wal`]) await rm(file, { force: true })
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Flushes a file or folder to disk. */
async function synced(path: string): Promise<void> {
  const file = await open(path)
  await file.sync()
  await file.close()
}
