/** dbt's own BigQuery adapter against the embedded BigQuery: the incremental strategies and snapshots, built twice. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rows, startServer, type TestServer } from '../../packages/bigquery-emulator/test/support/server.ts'
import { dbtOrSkip, type DbtInstallation } from './dbt_install.ts'
import { writeDbtProject } from './dbt_project.ts'

const run = promisify(execFile)

describe('the strategies of dbt', () => {
  let server: TestServer
  let dir: string
  const outputs: string[] = []
  const sql = (query: string): Promise<unknown[][]> => rows(server.url, query)

  const build = async ({ python, packages }: DbtInstallation): Promise<string> => {
    const args = ['-c', 'from dbt.cli.main import cli; cli()', '--no-use-colors', 'build']
    const { stdout } = await run(python, args, {
      cwd: dir,
      env: {
        ...process.env,
        PYTHONPATH: packages,
        PYTHONDONTWRITEBYTECODE: '',
        HOME: dir,
        DO_NOT_TRACK: '1',
        BIGQUERY_EMULATOR_HOST: server.url,
      },
    }).catch((error: Error & { stdout: string; stderr: string }) => assert.fail(error.stdout + error.stderr))
    return stdout
  }

  before(async function () {
    this.timeout(500_000)
    const dbt = await dbtOrSkip(this)
    dir = await mkdtemp(join(tmpdir(), 'sluice-dbt-'))
    await writeDbtProject(dir)
    server = await startServer()
    await sql(`CREATE SCHEMA dbt;
      CREATE TABLE dbt.raw (id INT64, city STRING, updated TIMESTAMP, day DATE);
      INSERT INTO dbt.raw VALUES (1, 'Rome', '2024-01-01 00:00:00+00', '2024-01-01'), (2, 'Oslo', '2024-01-01 00:00:00+00', '2024-01-02')`)
    outputs.push(await build(dbt))
    await sql(`UPDATE dbt.raw SET city = 'Bari', updated = '2024-02-01 00:00:00+00' WHERE id = 1;
      DELETE FROM dbt.raw WHERE id = 2;
      INSERT INTO dbt.raw VALUES (3, 'Kyiv', '2024-02-01 00:00:00+00', '2024-01-02')`)
    outputs.push(await build(dbt))
  })
  after(async () => {
    await server?.stop()
    if (dir) await rm(dir, { recursive: true, force: true })
  })

  it('builds all of them twice', () => {
    for (const output of outputs) assert.match(output, /Done\. PASS=10 WARN=0 ERROR=0 SKIP=0 /)
  })

  // The row 1 is older than the newest partition.
  it('merges by a unique key', async () => {
    const merged = [
      ['1', 'Rome'],
      ['2', 'Oslo'],
      ['3', 'Kyiv'],
    ]
    assert.deepEqual(await sql('SELECT id, city FROM dbt.merged ORDER BY id'), merged)
    assert.deepEqual(await sql('SELECT id, city FROM dbt.seen ORDER BY id'), merged)
  })

  it('overwrites the partitions of the new rows, or those that it names', async () => {
    for (const table of ['overwritten', 'named_partitions'])
      assert.deepEqual(await sql(`SELECT id, city FROM dbt.${table} ORDER BY id`), [
        ['1', 'Rome'],
        ['3', 'Kyiv'],
      ])
    assert.deepEqual(await sql('SELECT id, _PARTITIONDATE FROM dbt.ingested ORDER BY id'), [
      ['1', '2024-01-01'],
      ['3', '2024-01-02'],
    ])
  })

  it('follows a changed schema', async () => {
    assert.deepEqual(await sql('SELECT id, city FROM dbt.reshaped ORDER BY id, city'), [
      ['1', null],
      ['1', 'Bari'],
      ['2', null],
      ['3', 'Kyiv'],
    ])
    await assert.rejects(sql('SELECT day FROM dbt.reshaped'), /Unrecognized name: day/)
  })

  it('takes snapshots by time, and by values with deletions', async () => {
    const versions = (table: string): Promise<unknown[][]> =>
      sql(`SELECT id, city, dbt_valid_to IS NULL FROM dbt.${table} ORDER BY id, dbt_valid_from`)
    const [rome, bari, kyiv] = [
      ['1', 'Rome', 'false'],
      ['1', 'Bari', 'true'],
      ['3', 'Kyiv', 'true'],
    ]
    assert.deepEqual(await versions('by_time'), [rome, bari, ['2', 'Oslo', 'true'], kyiv])
    assert.deepEqual(await versions('by_city'), [rome, bari, ['2', 'Oslo', 'false'], kyiv])
  })
})
