/** Test support: mutates the statements of the corpus at random. The same seed gives the same statements. */
import type { Random } from '../../../shared/test/random.ts'

/** Returns texts that could reach outside the warehouse or confuse a parser. */
function dangerous(file: string, url: string): string[] {
  return [
    `read_text('${file}')`,
    `read_csv('${file}')`,
    `read_csv_auto('${url}')`,
    `read_blob('${file}')`,
    `read_json('${url}')`,
    `read_parquet('${file}')`,
    `glob('${file}')`,
    "getenv('CANARY')",
    `COPY (SELECT 1) TO '${file}.out'`,
    `; COPY (SELECT 1) TO '${file}.out'`,
    `; ATTACH '${file}.db' AS stolen`,
    `; EXPORT DATABASE '${file}.out'`,
    `; INSTALL httpfs; LOAD httpfs`,
    '; PRAGMA database_list',
    '; SET enable_external_access = true',
    `FROM '${file}'`,
    `\`${file}\``,
    `"${file}"`,
    `\`x" FROM read_text('${file}') --\``,
    `'x'' || (SELECT content FROM read_text(''${file}'')) || '''`,
    `"x' || (SELECT content FROM read_text('${file}')) || '"`,
    `AS \`a", (SELECT content FROM read_text('${file}')) AS "b\``,
    `JSON '{"a": 1}'`,
    `JSON_VALUE(JSON '{}', "$.a') || (SELECT content FROM read_text('${file}')) || ('")`,
    `query('SELECT content FROM read_text(''${file}'')')`,
    'query_table',
    'duckdb_settings()',
    'information_schema.tables',
    'memory.main.bq_sha512',
    'warehouse.data.t1',
  ]
}

const awkward: readonly string[] = [
  ...Array.from('()[]{}<>,.;:?@%&|^~*/+-=\\'),
  ...'`,\',",\'\'\',""",r\',b",/*,*/,--,#,\0,\n,\u00a0,\ufeff,😀,é,@@,@x,|>,->,=>,.*,0x,1e400,-0,9223372036854775808'.split(
    ',',
  ),
  ...'NULL DISTINCT AS STRUCT ARRAY STRUCT<> ARRAY<INT64> UNNEST OFFSET ORDER BY GROUP BY ALL ROLLUP PIVOT EXCEPT REPLACE'.split(
    ' ',
  ),
  ...'OVER() OVER QUALIFY WINDOW WITH RECURSIVE INTERVAL EXTRACT CAST SAFE_CAST SAFE. UNION INTERSECT LATERAL DEFAULT'.split(
    ' ',
  ),
  ...'__proto__ constructor toString hasOwnProperty COUNT(*) SUM( ARRAY_AGG( JSON_VALUE( FORMAT( DATE_TRUNC( CASE WHEN END'.split(
    ' ',
  ),
]

/** Well-formed expressions, inserted where they may not be allowed. */
const grafts: readonly string[] = [
  'COUNT(*)',
  'SUM(score)',
  'ARRAY_AGG(event_name ORDER BY event_id LIMIT 2)',
  'STRING_AGG(DISTINCT event_name ORDER BY event_name)',
  'APPROX_QUANTILES(score, 4)',
  'APPROX_TOP_COUNT(user_id, 2)',
  'ANY_VALUE(revenue)',
  'SAFE.SUM(revenue)',
  'ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY event_id)',
  'SUM(score) OVER (ORDER BY event_id)',
  'LAG(event_name) OVER (ORDER BY event_timestamp)',
  '(SELECT MAX(score))',
  '(SELECT user_id)',
  '(SELECT AS STRUCT event_id, score)',
  '(SELECT COUNT(*) FROM UNNEST(params) WHERE key = user_id)',
  'EXISTS (SELECT 1 FROM UNNEST(items) i WHERE i.price > score)',
  'ARRAY(SELECT key FROM UNNEST(params) ORDER BY 1)',
  '[user_id, event_name]',
  '[1, 2, 3][OFFSET(1)]',
  'STRUCT(user_id AS a, score AS b)',
  '(user_id, score)',
  'device.category',
  'params',
  'items[SAFE_OFFSET(0)].price',
  'event_data.nested.n',
  'JSON_VALUE(event_data, "$.content_type")',
  'CAST(score AS INT64)',
  'SAFE_CAST(user_id AS NUMERIC)',
  'IF(score > 1, user_id, NULL)',
  'CASE WHEN score > 1 THEN 1 ELSE 2.5 END',
  'DATE_TRUNC(event_date, WEEK(MONDAY))',
  'TIMESTAMP_DIFF(event_timestamp, event_timestamp, HOUR)',
  'GENERATE_ARRAY(1, 3)',
  'INTERVAL 1 DAY',
  'event_date + 1',
  'user_id IN (SELECT user_id FROM UNNEST(params))',
  'event_id LIKE "e%"',
  'NULL',
  "SAFE.PARSE_DATE('%F', SUBSTR(user_id, 2))",
]

/** Splits SQL into words, numbers, strings, quoted names, blanks and other single characters. */
function split(sql: string): string[] {
  return sql.match(/[A-Za-z_]\w*|\d+|'[^']*'|`[^`]*`|"[^"]*"|\s+|[^]/g) ?? []
}

export interface Mutator {
  next: () => string
}

export function mutator(random: Random, corpus: readonly string[], file: string, url: string): Mutator {
  const tokens = corpus.map(split)
  const words = tokens.flat().filter((token) => token.trim() !== '')
  const ways = dangerous(file, url)
  const anyToken = (): string =>
    random.pick([() => random.pick(words), () => random.pick(awkward), () => random.pick(ways)])()

  /** Returns the kind of a token. A replacement of the same kind often keeps the statement valid. */
  const kindOf = (token: string): string =>
    /^[A-Za-z_]/.test(token) ? 'word' : /^\d/.test(token) ? 'number' : token[0]!
  const byKind = Map.groupBy(tokens.flat(), kindOf)
  const alike = (token: string): string => random.pick(byKind.get(kindOf(token)) ?? [token])

  /** Returns the index of the next name. */
  const wordAt = (statement: readonly string[], from: number): number => {
    const found = statement.findIndex((token, i) => i >= from && /^[a-z_]/.test(token))
    return found < 0 ? from : found
  }

  const changeTokens = (statement: readonly string[]): string[] => {
    const changed = [...statement]
    for (let left = random.pick([1, 1, 1, 2, 4]); left > 0; left--) {
      const at = random.below(changed.length + 1)
      const other = random.below(changed.length + 1)
      random.pick([
        () => changed.splice(at, 1),
        () => changed.splice(at, 1, alike(changed[at] ?? ' ')),
        () => changed.splice(at, 1, alike(changed[at] ?? ' ')),
        () => changed.splice(at, 1, anyToken()),
        () => changed.splice(at, 1, random.pick(grafts)),
        () => changed.splice(wordAt(changed, at), 1, random.pick(grafts)),
        () => changed.splice(wordAt(changed, at), 1, random.pick(grafts)),
        () => changed.splice(at, 0, ' ', anyToken(), ' '),
        () => changed.splice(at, 0, ...changed.slice(at, other)),
        () => changed.splice(at, Math.abs(other - at)),
        () => changed.splice(at, 0, ...random.pick(tokens).slice(0, random.below(40))),
        () => changed.splice(Math.min(at, other), 0, '(') && changed.splice(Math.max(at, other) + 1, 0, ')'),
      ])()
    }
    return changed
  }

  const changeBytes = (sql: string): string => {
    const bytes = [...Buffer.from(sql)]
    for (let left = 1 + random.below(6); left > 0; left--) {
      const at = random.below(bytes.length + 1)
      random.pick([
        () => bytes.splice(at, 1),
        () => bytes.splice(at, 1, random.below(256)),
        () => bytes.splice(at, 0, random.below(256)),
        () => bytes.splice(at, 1, 32 + random.below(95)),
        () => bytes.splice(at),
      ])()
    }
    return Buffer.from(bytes).toString('utf8')
  }

  /** Repeats one piece many times: extreme depth and length. */
  const swell = (statement: readonly string[]): string => {
    const changed = [...statement]
    const times = random.pick([50, 500, 5000, 50_000])
    const piece = random.pick([
      '(',
      '[',
      'NOT ',
      '-',
      '((',
      'STRUCT(',
      'ARRAY<',
      'CASE WHEN ',
      '1+',
      'SELECT ',
      "'",
      '/*',
      'f(',
      '@',
    ])
    changed.splice(random.below(changed.length + 1), 0, ' ', piece.repeat(times))
    return changed.join('')
  }

  const change = (statement: readonly string[]): string => {
    const kind = random.below(100)
    if (kind < 65) return changeTokens(statement).join('')
    return kind < 97 ? changeBytes(statement.join('')) : swell(statement)
  }
  // An empty text is not a statement.
  return { next: () => change(random.pick(tokens)) || 'SELECT' }
}
