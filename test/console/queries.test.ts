/** Console: queries compile against the declared views, and errors of BigQuery are explained. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { overviewQueries } from '../../functions/console/queries/index.ts'
import { periodParameters, parameterTypes } from '../../functions/console/queries/query.ts'
import { questions } from '../../functions/console/questions/index.ts'
import { parametersOf, textsOf } from '../../functions/console/questions/question.ts'
import { callerErrorResponse, concernsCaller, sectionError } from '../../functions/console/query_error.ts'
import {
  compileQuery,
  newContext,
  parseScript,
} from '../../packages/bigquery-emulator/src/googlesql/index.ts'
import { catalogOf } from '../../cli/lint_sql/catalog.ts'
import { views } from '../../schemas/views.ts'
import { tables } from '../../schemas/warehouse.ts'
import { duration, percentage } from '../../web/parts/format.ts'
import { others, seriesOf } from '../../web/parts/series.ts'

describe('the console’s queries', () => {
  const place = { project: 'project', dataset: 'dataset' }
  const catalog = catalogOf(Object.values(tables), place)
  for (const { name, query } of views(place.project, place.dataset)) catalog.addView(name, query)
  const values = { TIMESTAMP: '2026-01-01T00:00:00Z', INT64: '3600' }

  const overviewTexts = overviewQueries.flatMap(({ name, description, sql, counted }) => [
    { title: `${name}: ${description}`, sql },
    ...(counted === undefined ? [] : [{ title: `${name}, counted`, sql: counted }]),
  ])
  for (const { title, sql } of overviewTexts) {
    it(title, () => {
      const [statement, ...more] = parseScript(sql)
      assert.ok(statement?.kind === 'query' && more.length === 0)
      const parameters = periodParameters(sql).map((parameter) => {
        const type = parameterTypes[parameter]
        return { name: parameter, parameterType: { type }, parameterValue: { value: values[type] } }
      })
      const options = { project: place.project, user: '', defaultDataset: place, parameters }
      assert.ok(compileQuery(statement.query, newContext(sql, catalog, options)).columns.length > 0)
    })
  }

  const types = {
    STRING: { parameterType: { type: 'STRING' as const }, parameterValue: { value: 'a' } },
    TIMESTAMP: { parameterType: { type: 'TIMESTAMP' }, parameterValue: { value: values.TIMESTAMP } },
    INT64: { parameterType: { type: 'INT64' }, parameterValue: { value: '1' } },
    'STRING[]': {
      parameterType: { type: 'ARRAY', arrayType: { type: 'STRING' } },
      parameterValue: { arrayValues: [{ value: 'a' }] },
    },
  }

  for (const question of questions) {
    it(`question ${question.name}: ${question.description}`, () => {
      const parameters = parametersOf(question).map(({ name, type }) => ({ name, ...types[type] }))
      for (const sql of textsOf(question)) {
        const [statement, ...more] = parseScript(sql)
        assert.ok(statement?.kind === 'query' && more.length === 0)
        const options = { project: place.project, user: '', defaultDataset: place, parameters }
        assert.ok(compileQuery(statement.query, newContext(sql, catalog, options)).columns.length > 0)
      }
    })
  }

  it('are all on page Overview', async () => {
    const files = await readdir('functions/console/queries')
    const names = files
      .map((file) => file.replace('.ts', ''))
      .filter((name) => !['index', 'query'].includes(name))
    assert.deepEqual(overviewQueries.map(({ name }) => name).toSorted(), names.toSorted())
  })

  it('use declared parameters only', () => {
    assert.throws(() => periodParameters('SELECT @form'), /@form is not a parameter/)
  })
})

/** An error response of BigQuery. https://cloud.google.com/bigquery/docs/error-messages */
function refused(status: number, reason: string, message: string) {
  return {
    kind: 'refused' as const,
    status,
    body: JSON.stringify({
      error: { code: status, message, errors: [{ reason, message, domain: 'global' }] },
    }),
    authenticate: undefined,
  }
}

describe('an error of BigQuery', () => {
  const denied: readonly [string, string, RegExp][] = [
    [
      'Access Denied: Project acme: User does not have bigquery.jobs.create permission in project acme.',
      'bigquery.jobs.create',
      /^ada@acme\.example may not run queries in project acme: .* BigQuery Job User/,
    ],
    [
      'Access Denied: Table acme:sluice.latency: User does not have permission to query table acme:sluice.latency, or perhaps it does not exist.',
      'bigquery.tables.getData',
      /^ada@acme\.example may not read table acme:sluice\.latency: .* BigQuery Data Viewer/,
    ],
    [
      'Access Denied: Table acme:sluice.latency: Permission bigquery.tables.get denied on table acme:sluice.latency (or it may not exist).',
      'bigquery.tables.get',
      /^ada@acme\.example may not read table acme:sluice\.latency/,
    ],
  ]
  for (const [googleMessage, permission, message] of denied) {
    it(`names the missing permission ${permission}: ${googleMessage.slice(0, 40)} …`, () => {
      const result = refused(403, 'accessDenied', googleMessage)
      assert.ok(concernsCaller(result))
      const { status, body } = callerErrorResponse(result, 'ada@acme.example')
      const { error } = JSON.parse(String(body)) as {
        error: {
          message: string
          errors: { message: string }[]
          details: { metadata: Record<string, string> }[]
        }
      }
      assert.equal(status, 403)
      assert.match(error.message, message)
      assert.equal(error.details[0]!.metadata['permission'], permission)
      assert.equal(error.errors[0]!.message, googleMessage, 'Google’s own message stays')
    })
  }

  it('keeps its message for any other reason', () => {
    const scope = {
      ...refused(403, '', ''),
      body: JSON.stringify({
        error: {
          code: 403,
          message: 'Request had insufficient authentication scopes.',
          status: 'PERMISSION_DENIED',
        },
      }),
    }
    assert.ok(concernsCaller(scope))
    assert.match(
      String(callerErrorResponse(scope, undefined).body),
      /Request had insufficient authentication scopes\./,
    )
  })

  it('concerns one section for quotas and costs', () => {
    const quota = refused(403, 'rateLimitExceeded', 'Exceeded rate limits: too many concurrent queries')
    assert.ok(!concernsCaller(quota))
    assert.equal(sectionError(quota).message, 'Exceeded rate limits: too many concurrent queries')
    const costs = refused(
      400,
      'bytesBilledLimitExceeded',
      'Query exceeded limit for bytes billed: 21474836480.',
    )
    assert.match(sectionError(costs).message, /more than 20 GiB.*Choose a shorter period/)
    const fixed = sectionError(costs, undefined, false)
    assert.match(fixed.message, /A shorter period does not read less.*page Events/)
    assert.deepEqual([sectionError(costs).isLessInShorterPeriod, fixed.isLessInShorterPeriod], [true, false])
    assert.equal(
      sectionError({ ...costs, body: '<html>' }).message,
      'BigQuery returned 400 without an error message.',
    )
  })
})

describe('the console’s numbers', () => {
  it('never round to 100 % or 0 %', () => {
    assert.deepEqual(
      [
        percentage(0, 0),
        percentage(0, 7),
        percentage(7, 7),
        percentage(1, 3),
        percentage(99_999, 100_000),
        percentage(1, 100_000),
      ],
      ['–', '0%', '100%', '33.3%', '> 99.9%', '< 0.1%'],
    )
  })

  it('format durations in a suitable unit', () => {
    assert.deepEqual([null, -3, 0, 999, 1500, 90_000, 5_400_000].map(duration), [
      '–',
      '-3 ms',
      '0 ms',
      '999 ms',
      '1.5 s',
      '1.5 min',
      '1.5 h',
    ])
  })

  it('have a color each for the largest few, and one for the others', () => {
    const weights = Array.from({ length: 9 }, (_, index) => [`type_${index}`, index] as const)
    const series = seriesOf([...weights, ['type_0', 100]])
    assert.deepEqual(
      series.map(({ name }) => name),
      ['type_0', 'type_8', 'type_7', 'type_6', 'type_5', 'type_4', others],
    )
    assert.equal(new Set(series.map(({ color }) => color)).size, 7)
  })
})
