/** Durability: after kill -9 at any moment, every request that was answered 200 is stored, and none is stored in part. */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBigquery } from '../src/index.ts'
import { everything, post, project, rows } from './support/server.ts'

const serverProgram = fileURLToPath(new URL('support/killable_server.ts', import.meta.url))

const rounds = 20
const perBatch = 5
const parts = Array.from({ length: perBatch }, (_, part) => part)

/** Writes one batch with insertAll or a statement. Returns true once it is acknowledged. */
async function stream(url: string, batch: number): Promise<boolean> {
  const body = { rows: parts.map((part) => ({ json: { batch, part } })) }
  return (await post(url, `/projects/${project}/datasets/d/tables/t/insertAll`, body)).status === 200
}

async function insert(url: string, batch: number): Promise<boolean> {
  const values = parts.map((part) => `(${batch}, ${part})`).join(', ')
  const query = { query: `INSERT INTO d.t VALUES ${values}`, useLegacySql: false }
  return (await post(url, `/projects/${project}/queries`, query)).status === 200
}

async function start(dir: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [serverProgram, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, url: chunk.toString().trim() }
}

describe('BigQuery durability', () => {
  let dir: string
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sluice-kill-'))
  })
  after(() => rm(dir, { recursive: true, force: true }))

  it('loses no acknowledged row and stores no partial request in twenty kills', async () => {
    const acknowledged: number[] = []
    let next = 0
    for (let round = 0; round < rounds; round++) {
      const { child, url } = await start(dir)
      if (round === 0) {
        await rows(url, 'CREATE SCHEMA d')
        await rows(url, 'CREATE TABLE d.t (batch INT64, part INT64)')
      }
      // Each kill follows a different number of responses, so it hits a different moment of a commit.
      const enough = acknowledged.length + 1 + randomInt(40)
      const send = async (write: (url: string, batch: number) => Promise<boolean>): Promise<void> => {
        for (;;) {
          const batch = next++
          if (await write(url, batch)) acknowledged.push(batch)
          if (acknowledged.length >= enough) child.kill('SIGKILL')
        }
      }
      await Promise.allSettled(Array.from({ length: 8 }, (_, lane) => send(lane < 6 ? stream : insert)))
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
    const bigquery = await openBigquery({ dir, port: 0, access: everything, project })
    const found = await rows(bigquery.url, 'SELECT batch, COUNT(*) FROM d.t GROUP BY batch')
    await bigquery.close()
    const sizes = new Map(found.map(([batch, size]) => [Number(batch), Number(size)]))
    assert.deepEqual(
      acknowledged.filter((batch) => sizes.get(batch) !== perBatch),
      [],
    )
    assert.deepEqual(
      [...sizes].filter(([, size]) => size !== perBatch),
      [],
    )
    assert.ok(acknowledged.length >= rounds)
  })

  it('lets only one process open the file', async () => {
    const { child, url } = await start(dir)
    await assert.rejects(openBigquery({ dir, port: 0, access: everything, project }), /lock/i)
    assert.deepEqual(await rows(url, 'SELECT 1'), [['1']])
    child.kill('SIGKILL')
    await once(child, 'exit')
  })

  it('keeps datasets, tables, views, functions and their descriptions over a restart', async () => {
    const open = () => openBigquery({ dir, port: 0, access: everything, project })
    const first = await open()
    for (const query of [
      "CREATE SCHEMA kept OPTIONS (description = 'kept')",
      "CREATE TABLE kept.t (x INT64 OPTIONS (description = 'a number'), y ARRAY<STRUCT<z STRING>>) CLUSTER BY x",
      'CREATE VIEW kept.v AS SELECT x FROM kept.t',
      'CREATE FUNCTION kept.twice(x INT64) AS (x * 2)',
      "INSERT INTO kept.t VALUES (1, [STRUCT('a')])",
    ])
      await rows(first.url, query)
    const read = async (url: string): Promise<unknown> =>
      (await fetch(`${url}/projects/${project}/datasets/kept/tables/t`)).json()
    const before = (await read(first.url)) as { schema: unknown; clustering: unknown }
    await first.close()
    const second = await open()
    const after = (await read(second.url)) as typeof before
    assert.deepEqual([after.schema, after.clustering], [before.schema, before.clustering])
    assert.deepEqual(await rows(second.url, 'SELECT kept.twice(x) FROM kept.v'), [['2']])
    await second.close()
  })
})
