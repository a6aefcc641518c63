/** Test support, a program: writes large rows to a warehouse as an older version did, with a fixed memory limit and DuckDB's own checkpoints, until
 * it breaks. Arguments: the file and the name of DuckDB's table. Prints the number of rows it stored, and ends as with kill -9. */
import { writeSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import { largeText } from './large_text.ts'

const [file = '', table = ''] = process.argv.slice(2)
const instance = await DuckDBInstance.create(':memory:', { memory_limit: '400MB', threads: '2' })
const connection = await instance.connect()
await connection.run(`ATTACH '${file}' AS warehouse`)
await connection.run(`SET temp_directory = '${file}.tmp'`)
const insert = await connection.prepare(`INSERT INTO ${table} SELECT $1, CAST($2 AS JSON)`)
let stored = 0
try {
  for (;;) {
    insert.bindVarchar(1, `old ${stored}`)
    insert.bindVarchar(2, largeText(stored))
    await insert.run()
    stored++
  }
} catch (error) {
  // This commit itself succeeded: only the checkpoint after it failed.
  if (String(error).includes('is durable')) stored++
  writeSync(1, `${stored}`)
  process.kill(process.pid, 'SIGKILL')
}
