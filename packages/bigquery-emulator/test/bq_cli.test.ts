/** Google's `bq` command line against the BigQuery emulator. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { project, rows, startServer, type TestServer } from './support/server.ts'

const run = promisify(execFile)

/** Every call starts a Python program, so each test builds on the previous one. */
describe('the bq command line', () => {
  let server: TestServer
  let home: string

  /** Returns the command's output. Its configuration is in a directory of the test. */
  const bq = async (...args: string[]): Promise<string> => {
    const flags = [
      '--api',
      server.url,
      `--project_id=${project}`,
      '--oauth_access_token=owner',
      '--headless',
      '--quiet',
    ]
    const env = { ...process.env, HOME: home, CLOUDSDK_CONFIG: home }
    const { stdout } = await run('bq', [...flags, ...args], { env })
    return stdout
  }
  const json = async <T>(...args: string[]): Promise<T> => JSON.parse(await bq('--format=json', ...args)) as T
  const file = async (name: string, text: string): Promise<string> => {
    const path = join(home, name)
    await writeFile(path, text)
    return path
  }
  const query = (...args: string[]): string[] => ['query', '--use_legacy_sql=false', ...args]
  /** Returns the output of a failed command, without line breaks. */
  const failure = async (...args: string[]): Promise<string> => {
    const { stdout } = (await bq(...args).then(
      () => assert.fail(`bq ${args.join(' ')} succeeded`),
      (error: unknown) => error,
    )) as { stdout: string }
    return stdout.replaceAll(/\s+/g, ' ')
  }

  before(async function () {
    const found = await run('sh', ['-c', 'command -v bq']).catch(() => undefined)
    if (!found) {
      process.stdout.write('    (skipped: no bq command on this machine)\n')
      this.skip()
    }
    server = await startServer()
    home = await mkdtemp(join(tmpdir(), 'sluice-bq-'))
  })
  after(async () => {
    await server?.stop()
    if (home) await rm(home, { recursive: true, force: true })
  })

  it('mk creates datasets and partitioned tables', async () => {
    await bq('mk', '--dataset', '--description=Made by hand', `${project}:cli`)
    const partitioned = [
      '--time_partitioning_type=DAY',
      '--time_partitioning_field=day',
      '--clustering_fields=id',
    ]
    await bq('mk', '--table', ...partitioned, `${project}:cli.t`, 'id:STRING,n:INTEGER,day:DATE')
    const made = await server.client.dataset('cli').table('t').getMetadata()
    const { timePartitioning, clustering } = made[0] as Record<string, unknown>
    assert.deepEqual(timePartitioning, { type: 'DAY', field: 'day' })
    assert.deepEqual(clustering, { fields: ['id'] })
  })

  it('load reads CSV and newline-delimited JSON', async () => {
    await bq(
      'load',
      '--source_format=CSV',
      'cli.t',
      await file('rows.csv', 'a,1,2024-01-01\nb,2,2024-01-02\n'),
    )
    const lines = '{"id":"c","n":3}\n{"id":"d","n":"4"}\n'
    await bq('load', '--source_format=NEWLINE_DELIMITED_JSON', 'cli.t', await file('rows.ndjson', lines))
    assert.deepEqual(await rows(server.url, 'SELECT id, n FROM cli.t ORDER BY id'), [
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
      ['d', '4'],
    ])
  })

  it('insert streams rows and returns the errors of an invalid one', async () => {
    await bq('insert', 'cli.t', await file('good.json', '{"id":"e","n":5}\n'))
    const bad = await failure('insert', 'cli.t', await file('bad.json', '{"id":"f","n":"five"}\n'))
    assert.match(bad, /Cannot convert value to integer \(bad value\): five/)
    assert.deepEqual(await rows(server.url, "SELECT id FROM cli.t WHERE id > 'd'"), [['e']])
  })

  it('query takes parameters by name', async () => {
    const parameters = ['--parameter=least:INT64:2', '--parameter=ids:ARRAY<STRING>:["a","b","c"]']
    const sql = 'SELECT id, n FROM cli.t WHERE n >= @least AND id IN UNNEST(@ids) ORDER BY id'
    assert.deepEqual(await json(...query(...parameters, sql)), [
      { id: 'b', n: '2' },
      { id: 'c', n: '3' },
    ])
  })

  it('query --dry_run checks without running', async () => {
    assert.match(await bq(...query('--dry_run', 'DELETE FROM cli.t WHERE TRUE')), /successfully validated/)
    assert.deepEqual(await rows(server.url, 'SELECT COUNT(*) FROM cli.t'), [['5']])
  })

  it('query reports an error with its location', async () => {
    assert.match(await failure(...query('SELECT amount FROM cli.t')), /Unrecognized name: amount at \[1:8\]/)
  })

  it('head shows rows', async () => {
    assert.deepEqual(await json('head', '--max_rows=1', '--selected_fields=id,n', 'cli.t'), [
      { id: 'a', n: '1' },
    ])
  })

  it('update changes descriptions and schemas', async () => {
    const columns = 'id:STRING,n:INTEGER,day:DATE,extra:STRING'
    await bq('update', '--description=Rows of a test', 'cli.t', columns)
    assert.deepEqual(await rows(server.url, 'SELECT extra FROM cli.t LIMIT 1'), [[null]])
  })

  it('cp copies a table with its rows', async () => {
    await bq('cp', 'cli.t', 'cli.copy')
    assert.deepEqual(await rows(server.url, 'SELECT COUNT(*) FROM cli.copy'), [['5']])
  })

  it('show describes a table', async () => {
    const shown = await json<{
      numRows: string
      description: string
      schema: { fields: { name: string }[] }
    }>('show', 'cli.t')
    assert.equal(shown.numRows, '5')
    assert.equal(shown.description, 'Rows of a test')
    assert.deepEqual(
      shown.schema.fields.map(({ name }) => name),
      ['id', 'n', 'day', 'extra'],
    )
  })

  it('ls lists tables', async () => {
    const tables = await json<{ tableReference: { tableId: string }; type: string }[]>('ls', 'cli')
    assert.deepEqual(
      tables.map(({ tableReference, type }) => `${tableReference.tableId} ${type}`).toSorted(),
      ['copy TABLE', 't TABLE'],
    )
  })

  it('rm removes a table, and a dataset with its tables', async () => {
    await bq('rm', '--force', '--table', 'cli.copy')
    await assert.rejects(rows(server.url, 'SELECT 1 FROM cli.copy'), /Not found: Table/)
    await bq('rm', '--recursive', '--force', '--dataset', 'cli')
    await assert.rejects(rows(server.url, 'SELECT 1 FROM cli.t'), /Not found: Dataset/)
  })
})
