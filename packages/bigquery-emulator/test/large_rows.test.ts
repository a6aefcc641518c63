/** Large rows: the local BigQuery keeps what it accepts, however large, and opens again after any end. */
import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { largeText } from './support/large_text.ts'
import { post, project, rows } from './support/server.ts'

const serverProgram = fileURLToPath(new URL('support/killable_server.ts', import.meta.url))
const brickingProgram = fileURLToPath(new URL('support/bricking_program.ts', import.meta.url))

/** More than 400 MB of them would have to be in memory at once. */
const count = 120
const lanes = 4

describe('large rows in the local BigQuery', () => {
  let dir: string
  let child: ChildProcess
  let url: string

  const start = async (): Promise<void> => {
    child = spawn(process.execPath, [serverProgram, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [chunk] = (await once(child.stdout!, 'data')) as [Buffer]
    url = chunk.toString().trim()
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sluice-large-'))
    await start()
    await rows(url, 'CREATE SCHEMA d')
    await rows(url, 'CREATE TABLE d.t (id STRING, data JSON)')
  })
  afterEach(async () => {
    await end('SIGKILL')
    await rm(dir, { recursive: true, force: true })
  })

  /** Returns the number of rows and the number of characters in them. */
  const contents = async (): Promise<unknown[] | undefined> =>
    (await rows(url, 'SELECT COUNT(*), SUM(LENGTH(TO_JSON_STRING(data))) FROM d.t'))[0]

  const insert = async (number: number): Promise<number> => {
    const body = { rows: [{ json: { id: `row ${number}`, data: largeText(number) } }] }
    return (await post(url, `/projects/${project}/datasets/d/tables/t/insertAll`, body)).status
  }

  it('are all stored, and found again after kill -9, a stop and another kill -9', async () => {
    let next = 0
    const lane = async (): Promise<void> => {
      while (next < count) assert.equal(await insert(next++), 200)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    const expected = [String(count), String(count * largeText(0).length)]
    assert.deepEqual(await contents(), expected)
    for (const signal of ['SIGKILL', 'SIGTERM', 'SIGKILL'] as const) {
      await end(signal)
      await start()
      assert.deepEqual(await contents(), expected)
    }
    assert.equal(await insert(count), 200)
  })

  it('do not keep the folder of an older version closed that they have broken', async () => {
    await end('SIGTERM')
    const file = join(dir, 'warehouse.duckdb')
    const stdout = await new Promise<string>((resolve) =>
      execFile(process.execPath, [brickingProgram, file, 'warehouse.data.t1'], (_error, out) => resolve(out)),
    )
    assert.ok(Number(stdout) > 50, `the older version stored ${stdout} rows`)
    await start()
    assert.deepEqual(await contents(), [stdout, String(Number(stdout) * largeText(0).length)])
    assert.equal(await insert(0), 200)
  })
})
