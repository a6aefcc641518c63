/** Compaction of the local data: what was deleted or delivered is off the disk, everything else is as it was. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { compactDatabase } from '../../packages/bigquery-emulator/src/duckdb/compact.ts'
import { Warehouse } from '../../packages/bigquery-emulator/src/warehouse/warehouse.ts'
import { compactPubsub } from '../../packages/pubsub-emulator/src/index.ts'
import { administer, openBusAt, producer, project } from '../support/bus.ts'

async function holds(dir: string, text: string): Promise<boolean> {
  const files = await readdir(dir)
  const contents = await Promise.all(files.map((file) => readFile(join(dir, file), 'latin1')))
  return contents.some((content) => content.includes(text))
}

describe('compaction', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sluice-compact-'))
  })
  afterEach(() => rm(dir, { recursive: true, force: true }))

  const change = async (...statements: readonly string[]): Promise<void> => {
    const warehouse = await Warehouse.open(dir)
    for (const statement of statements)
      await warehouse.writer.transaction((connection) => connection.run(statement))
    await warehouse.close()
  }

  it('of the warehouse leaves every row that is there and no byte of those that are not', async () => {
    const path = join(dir, 'warehouse.duckdb')
    await change(
      'CREATE TABLE warehouse.data.t1 (id BIGINT, name VARCHAR)',
      "INSERT INTO warehouse.data.t1 SELECT range, 'gone-' || range FROM range(3)",
      "INSERT INTO warehouse.data.t1 VALUES (7, 'stays')",
    )
    await change("DELETE FROM warehouse.data.t1 WHERE name LIKE 'gone-%'")
    assert.ok(await holds(dir, 'gone-1'), 'nothing was left to be compacted')
    // What a compaction that was killed has left behind.
    await writeFile(`${path}.new`, 'half a file')
    await compactDatabase(path)
    assert.ok(!(await holds(dir, 'gone-')))
    assert.deepEqual(await readdir(dir), ['warehouse.duckdb'])
    const warehouse = await Warehouse.open(dir)
    const rows = await warehouse.readers.use(async (connection) =>
      (await connection.runAndReadAll('SELECT id, name FROM warehouse.data.t1')).getRows(),
    )
    assert.deepEqual(rows, [[7n, 'stays']])
    await warehouse.close()
  })

  it('of the bus leaves what is not delivered yet and nothing else', async () => {
    const opened = await openBusAt(dir, ['news'])
    const publish = async (...texts: readonly string[]): Promise<void> => {
      const messages = texts.map((text) => ({ data: Buffer.from(text).toString('base64') }))
      const { statusCode } = await request(
        `http://${opened.pubsub.host}/v1/projects/${project}/topics/news:publish`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${opened.issuer.accessToken(producer)}` },
          body: JSON.stringify({ messages }),
        },
      )
      assert.equal(statusCode, 200)
    }
    const before = administer(opened.pubsub.host, opened.issuer)
    await before.createTopic('news')
    await publish('delivered-1', 'delivered-2')
    assert.equal((await before.take('news')).length, 2)
    await publish('waiting-1', 'waiting-2')
    await opened.pubsub.close()

    const log = join(dir, 'log')
    assert.ok(await holds(log, 'delivered-1'), 'nothing was left to be compacted')
    await compactPubsub(log)
    assert.ok(!(await holds(log, 'delivered-')))
    // Once more, since it must not matter how often.
    await compactPubsub(log)

    const again = await openBusAt(dir, ['news'])
    const taken = await administer(again.pubsub.host, again.issuer).take('news')
    assert.deepEqual(
      taken.map(({ data }) => data.toString()),
      ['waiting-1', 'waiting-2'],
    )
    await again.pubsub.close()
  })
})
