/** SQL lint: checks that statements which tests send to the embedded BigQuery are recorded and checked by Google's analyzer. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordingFolder, type RecordedStatement } from '../../packages/bigquery-emulator/src/recording.ts'
import {
  post,
  project as emulatorProject,
  rows,
  startServer,
} from '../../packages/bigquery-emulator/test/support/server.ts'
import type { Analyzer } from './analyzer.ts'
import { analyzerOrSkip } from './analyzer_or_skip.ts'
import { lintRecording } from './lint.ts'
import { readRecording, type Recording } from './recorded.ts'

describe('lint:googlesql of recorded statements', () => {
  let analyzer: Analyzer
  let dir: string
  before(async function () {
    analyzer = await analyzerOrSkip(this)
    dir = await mkdtemp(join(tmpdir(), 'sluice-recording-'))
  })
  after(async () => {
    await analyzer?.stop()
    if (dir) await rm(dir, { recursive: true })
  })

  /** Returns the recording of some statements. */
  const recordingOf = async (folder: string, run: (url: string) => Promise<unknown>): Promise<Recording> => {
    const before = process.env[recordingFolder]
    process.env[recordingFolder] = join(dir, folder)
    const server = await startServer()
    try {
      await run(server.url)
    } finally {
      await server.stop()
      process.env[recordingFolder] = before
    }
    return readRecording(join(dir, folder))
  }
  const judge = async (recording: Recording): Promise<{ isGood: boolean; lines: readonly string[] }> => {
    const lines: string[] = []
    const isGood = await lintRecording(analyzer, recording, (line) => lines.push(line))
    return { isGood, lines }
  }
  const statement = (sql: string, project = 'product'): Recording => {
    const recorded: RecordedStatement = {
      kind: 'statement',
      sql,
      project,
      parameters: [],
      tables: [],
      functions: [],
    }
    return { statements: [recorded], tables: new Map() }
  }

  it('records an accepted statement once, with its parameters and the tables before it', async () => {
    const recording = await recordingOf('accepted', async (url) => {
      await rows(url, 'CREATE SCHEMA shop')
      await rows(url, 'CREATE TABLE shop.orders (id INT64, placed_at TIMESTAMP)')
      const parameterized = {
        query: 'SELECT orders.id FROM orders WHERE orders.placed_at > @since',
        useLegacySql: false,
        defaultDataset: { projectId: emulatorProject, datasetId: 'shop' },
        queryParameters: [
          {
            name: 'since',
            parameterType: { type: 'TIMESTAMP' },
            parameterValue: { value: '2026-01-01T00:00:00Z' },
          },
        ],
      }
      for (let i = 0; i < 2; i++) await post(url, `/projects/${emulatorProject}/queries`, parameterized)
      await rows(url, 'ALTER TABLE shop.orders ADD COLUMN total NUMERIC')
      await rows(url, `CREATE VIEW shop.totals AS SELECT id, total FROM ${emulatorProject}.shop.orders`)
      await rows(url, 'SELECT total + 1 FROM shop.totals')
    })
    const parameterized = recording.statements.filter(({ sql }) => sql.includes('@since'))
    assert.deepEqual(
      parameterized.map(({ parameters, defaultDataset }) => ({ parameters, defaultDataset })),
      [
        {
          parameters: [{ name: 'since', type: { type: 'TIMESTAMP' } }],
          defaultDataset: { project: emulatorProject, dataset: 'shop' },
        },
      ],
    )
    const altered = recording.statements.find(({ sql }) => sql.startsWith('ALTER'))!
    assert.deepEqual(
      altered.tables.map((id) => recording.tables.get(id)!.columns!.map(({ name }) => name)),
      [['id', 'placed_at']],
    )
    const { isGood, lines } = await judge(recording)
    assert.ok(isGood, lines.join('\n'))
    assert.deepEqual(lines, [`${recording.statements.length} recorded statements: 0 refused, 0 excused`])
  })

  it('does not record a rejected statement', async () => {
    const recording = await recordingOf('refused', async (url) => {
      await assert.rejects(rows(url, 'SELECT nope'))
      await assert.rejects(rows(url, 'SELECT FROM'))
      await assert.rejects(rows(url, "SELECT CAST('a' AS INT64)"))
      await rows(url, 'SELECT 1')
    })
    assert.deepEqual(
      recording.statements.map(({ sql }) => sql),
      ['SELECT 1'],
    )
  })

  it('fails on a recorded statement that Google rejects', async () => {
    const { isGood, lines } = await judge(statement('SELECT 1 AS at'))
    assert.equal(isGood, false)
    assert.deepEqual(lines, [
      'recorded statement:1:13: Syntax error: Unexpected keyword AT\n    SELECT 1 AS at',
      '1 recorded statements: 1 refused, 0 excused',
    ])
  })

  it("excuses features that are newer than the analyzer, in the embedded BigQuery's own tests only", async () => {
    const newer = 'SELECT 1 AS x, COUNT(*) FROM UNNEST([1]) GROUP BY ALL'
    const own = await judge(statement(newer, emulatorProject))
    assert.equal(own.isGood, true)
    assert.match(
      own.lines.join('\n'),
      /^1 recorded statements: 0 refused, 1 excused\n {2}1 excused, GROUP BY ALL: /,
    )
    const ofProduct = await judge(statement(newer))
    assert.equal(ofProduct.isGood, false)
  })

  it('knows functions that are newer than the analyzer, and checks their arguments', async () => {
    const { isGood } = await judge(
      statement("SELECT MAX_BY(x, x), EDIT_DISTANCE('a', 'b') FROM UNNEST([1]) AS x"),
    )
    assert.ok(isGood)
    const { lines } = await judge(statement('SELECT MAX_BY(x) FROM UNNEST([1]) AS x'))
    assert.match(lines[0]!, /Number of arguments does not match for aggregate function MAX_BY/)
  })
})
