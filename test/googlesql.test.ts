/** lint:googlesql: Google's analyzer passes the repository's SQL and refuses the faults that it is there for. */
import assert from 'node:assert/strict'
import { drawnGraph } from '../cli/inspect/drawn_graph.ts'
import type { Analyzer } from './googlesql/analyzer.ts'
import { analyzerOrSkip } from './googlesql/analyzer_or_skip.ts'
import type { Text } from './googlesql/check.ts'
import { sqlOfGraph, type GraphSql } from './googlesql/graph_sql.ts'
import { lintTexts } from './googlesql/lint.ts'
import { definitionView, repositoryTexts } from './googlesql/texts.ts'

describe('lint:googlesql', () => {
  let analyzer: Analyzer
  let sql: GraphSql
  let texts: readonly Text[]
  before(async function () {
    analyzer = await analyzerOrSkip(this)
    const ofProgram = sqlOfGraph(await drawnGraph('example'))
    sql = { ...ofProgram, views: [...ofProgram.views, definitionView(ofProgram)] }
    texts = await repositoryTexts(ofProgram)
  })
  after(() => analyzer?.stop())

  /** What the gate says of the repository's texts, with the last line apart. */
  const lint = async (
    views: GraphSql['views'],
    others: readonly Text[],
  ): Promise<{ isGood: boolean; mistakes: readonly string[] }> => {
    const lines: string[] = []
    const isGood = await lintTexts(analyzer, { ...sql, views }, others, (line) => lines.push(line))
    return { isGood, mistakes: lines.slice(0, -1) }
  }
  const replaced = (text: string, from: string | RegExp, to: string): string => {
    const changed = text.replace(from, to)
    assert.notEqual(changed, text, `the text has no ${from}`)
    return changed
  }
  const withView = (name: string, change: (view: GraphSql['views'][number]) => object): GraphSql['views'] =>
    sql.views.map((view) => (view.table === name ? { ...view, ...change(view) } : view))
  const withText = (name: string, change: (sql: string) => string): readonly Text[] => {
    const text = texts.find((each) => each.name === name)
    assert.ok(text, `there is no text ${name}`)
    return [{ ...text, sql: change(text.sql) }]
  }

  it('passes every view of the program, that of a saved definition, and every other text', async () => {
    assert.ok(sql.views.length > 30 && texts.length > 30)
    assert.deepEqual(await lint(sql.views, texts), { isGood: true, mistakes: [] })
  })

  describe('fails on a view', () => {
    // A range variable comes before a column of the same name.
    // https://cloud.google.com/bigquery/docs/reference/standard-sql/query-syntax#name_ambiguity
    it('that sums a column whose table has the same name', async () => {
      const views = withView('reconciliation', ({ query }) => ({
        query: replaced(
          query,
          /SUM\(\w+\.decided\) AS decided\s+FROM decided AS \w+/,
          'SUM(decided) AS decided FROM decided',
        ),
      }))
      const { isGood, mistakes } = await lint(views, [])
      assert.equal(isGood, false)
      assert.match(
        mistakes.join('\n'),
        /^view reconciliation:\d+:\d+: No matching signature for aggregate function SUM for argument types: STRUCT.*$/,
      )
    })

    it('that unites a NULL of a grouped query, an INT64, with a TIMESTAMP', async () => {
      const views = withView('reconciliation', ({ query }) => ({
        query: replaced(
          query,
          "MIN(received_at), CAST(NULL AS TIMESTAMP), 'replayed_twice'",
          "MIN(received_at), NULL, 'replayed_twice'",
        ),
      }))
      const { isGood, mistakes } = await lint(views, [])
      assert.equal(isGood, false)
      assert.match(
        mistakes.join('\n'),
        /^view reconciliation:\d+:\d+: Column 4 in UNION ALL has incompatible types: .*INT64/,
      )
    })

    it('whose schema names another column, another type, or too few', async () => {
      const changed = withView('latency', ({ columns }) => {
        const [first, second, ...others] = columns
        return {
          columns: [
            { ...first!, name: 'other' },
            { ...second!, type: { kind: 'BYTES' } },
            ...others.slice(0, -1),
          ],
        }
      })
      const { isGood, mistakes } = await lint(changed, [])
      assert.equal(isGood, false)
      assert.equal(mistakes.length, 3, mistakes.join('\n'))
      assert.match(
        mistakes[0]!,
        /^view latency: column 1 of the query is hour TIMESTAMP, of the schema other TIMESTAMP$/,
      )
      assert.match(
        mistakes[1]!,
        /^view latency: column 2 of the query is \w+ STRING, of the schema \w+ BYTES$/,
      )
      assert.match(mistakes[2]!, /^view latency: column \d+ of the query is \w+ \w+, of the schema nothing$/)
    })

    it('whose schema has a REQUIRED column', async () => {
      const { isGood, mistakes } = await lint(
        withView('latency', () => ({ required: ['hour'] })),
        [],
      )
      assert.equal(isGood, false)
      assert.deepEqual(mistakes, [
        'view latency: column hour is declared REQUIRED: a column of a view is not',
      ])
    })
  })

  describe('fails on a text', () => {
    it('that compares a column whose table has the same name: the events of a replay', async () => {
      const others = withText('events of a replay with consent', (text) =>
        text.replaceAll('way_attempts', 'way'),
      )
      const { isGood, mistakes } = await lint(sql.views, others)
      assert.equal(isGood, false)
      assert.match(
        mistakes.join('\n'),
        /^events of a replay with consent:\d+:\d+: No matching signature for operator = for argument types: STRUCT<.*>, STRING/,
      )
    })

    // https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical#reserved_keywords
    it('with a reserved word as an alias: the requirements of an action', async () => {
      const name = texts.find((text) => text.name.startsWith('requirements of action '))!.name
      const others = withText(name, (text) => text.replaceAll(/\bas_of\b/g, 'at'))
      const { isGood, mistakes } = await lint(sql.views, others)
      assert.equal(isGood, false)
      assert.deepEqual(mistakes, [
        `${name}:2:${mistakes[0]!.split(':')[2]}: Syntax error: Unexpected keyword AT`,
      ])
    })

    it('in the second statement of a script, at its place in the script', async () => {
      const second = `SELECT e.hop FROM \`${sql.project}.sluice.events\` AS e WHERE nope`
      const { mistakes } = await lint(sql.views, [{ name: 'script', sql: `SELECT 1;\n${second}` }])
      const column = second.indexOf('nope') + 1
      assert.deepEqual(mistakes, [`script:2:${column}: Unrecognized name: nope; Did you mean hop?`])
    })

    // The last part of a table's name is its alias, in backquotes as a whole, too.
    // https://cloud.google.com/bigquery/docs/reference/standard-sql/query-syntax#implicit_aliases
    it('but not on one that calls a table by the last part of its name', async () => {
      const good = `SELECT events.hop FROM \`${sql.project}.sluice.events\` WHERE '\`sluice.events\`' != '' -- \`sluice.events\``
      assert.deepEqual(await lint(sql.views, [{ name: 'text', sql: good }]), { isGood: true, mistakes: [] })
    })
  })
})
