/** Differential test: changes to the clauses of a query: SELECT lists, FROM, grouping, windows, set operations. */
import type { Change } from './changes.ts'
import { isWord, type Range, type Tokens } from './tokens.ts'
import { literals } from './vocabulary.ts'

/** The items of one SELECT list. */
function selectItems(tokens: Tokens): Range[] {
  const selects = tokens.placesOf('SELECT')
  if (selects.length === 0) return []
  let from = tokens.random.pick(selects) + 1
  while (/^(?:DISTINCT|ALL)$/i.test(tokens.at(from) ?? '')) from++
  if (isWord(tokens.at(from), 'AS')) from += 2
  return tokens.members(tokens.clause(from))
}

function groupings(tokens: Tokens): number[] {
  return tokens.placesOf('GROUP').filter((at) => isWord(tokens.at(at + 1), 'BY'))
}

const aggregates = 'SUM COUNT MAX ARRAY_AGG ANY_VALUE STRING_AGG LOGICAL_OR AVG COUNTIF'.split(' ')
const windowed = 'SUM COUNT MAX RANK LAG FIRST_VALUE'.split(' ')

const grouping: readonly Change[] = [
  // Remove a key or all keys, or add one.
  (tokens) => {
    const groups = groupings(tokens)
    if (groups.length === 0) return false
    const keys = tokens.members(tokens.clause(tokens.random.pick(groups) + 2))
    return keys.length > 0 && tokens.replace(tokens.withComma(tokens.random.pick(keys)))
  },
  (tokens) => {
    const groups = groupings(tokens)
    if (groups.length === 0) return false
    const at = tokens.random.pick(groups)
    return tokens.replace([at, tokens.clause(at + 2)[1]])
  },
  (tokens) => {
    const ends = tokens.placesOf('HAVING', 'ORDER', 'LIMIT', 'UNION', 'QUALIFY')
    const at = ends.length === 0 ? tokens.list.length : tokens.random.pick(ends)
    return tokens.replace([at, at], 'GROUP BY', tokens.anyName())
  },
  (tokens) => tokens.wrap(`${tokens.random.pick(aggregates)}(`, ')'),
  (tokens) => {
    const name = tokens.anyName()
    const window = tokens.random.pick(['', 'ORDER BY 1', `PARTITION BY ${name}`, `ORDER BY ${name}`])
    return tokens.wrap(`${tokens.random.pick(windowed)}(`, `) OVER (${window})`)
  },
  (tokens) => {
    const name = tokens.anyName()
    const clause = tokens.random.pick([
      'HAVING TRUE',
      `HAVING ${name} IS NULL`,
      'HAVING COUNT(*) > 1',
      `QUALIFY ${name} = 1`,
      'LIMIT 1',
      `ORDER BY ${name}`,
      'ORDER BY 2 DESC',
      `WHERE ${name} IS NOT NULL`,
    ])
    return tokens.replace([tokens.list.length, tokens.list.length], clause)
  },
]

const lists: readonly Change[] = [
  (tokens) => {
    const selects = tokens.placesOf('SELECT')
    if (selects.length === 0) return false
    const at = tokens.random.pick(selects) + 1
    return tokens.replace(
      [at, at],
      tokens.random.pick(['DISTINCT', 'AS STRUCT', 'AS VALUE', 'DISTINCT AS STRUCT', 'ALL']),
    )
  },
  // Remove, repeat, replace or add an item.
  (tokens) => {
    const items = selectItems(tokens)
    if (items.length === 0) return false
    const { pick } = tokens.random
    const item = pick(items)
    const [start] = item
    const name = tokens.anyName()
    return pick([
      () => tokens.replace(tokens.withComma(item)),
      () => tokens.replace([start, start], ...tokens.list.slice(...item), ','),
      () => tokens.replace(item, pick(literals)),
      () => tokens.replace(item, 'NULL'),
      () => tokens.replace(item, name),
      () => tokens.replace([start, start], pick(['*', `${name}.*`, 'NULL', '[]', name]), ','),
    ])()
  },
]

const setOperations: readonly Change[] = [
  (tokens) => {
    const { pick, below } = tokens.random
    const items = Array.from({ length: 1 + below(3) }, () => pick([...literals, 'NULL', tokens.anyColumn()]))
    const operator = pick([
      'UNION ALL',
      'UNION ALL',
      'UNION DISTINCT',
      'EXCEPT DISTINCT',
      'INTERSECT DISTINCT',
    ])
    const from = pick([
      '',
      'FROM shop.kinds',
      'FROM shop.kinds GROUP BY id HAVING COUNT(*) > 1',
      'FROM shop.way',
    ])
    const branch = `SELECT ${pick(['', '', 'DISTINCT '])}${items.join(', ')} ${from}`
    return tokens.replace([tokens.list.length, tokens.list.length], operator, branch)
  },
  (tokens) => {
    if (!isWord(tokens.at(0), 'SELECT')) return false
    const copy = [...tokens.list]
    for (const change of [tokens.random.pick(lists), tokens.random.pick(grouping)]) change(tokens)
    return tokens.replace([0, 0], ...copy, tokens.random.pick(['UNION ALL', 'EXCEPT DISTINCT']))
  },
]

const tables: readonly Change[] = [
  (tokens) => {
    const paths = tokens.places((token, i) => /^`?(?:shop|sluice)`?$/.test(token) && tokens.at(i + 1) === '.')
    const names = paths.map((at) => at + 2)
    return tokens.replaceOne(names, () =>
      tokens.random.pick(['kinds', 'way', 'orders', 'tmp_m', 'users', 'events']),
    )
  },
  // Add an item to FROM.
  (tokens) => {
    const froms = tokens.placesOf('FROM')
    if (froms.length === 0) return false
    const { pick } = tokens.random
    const [name, other] = [tokens.anyName(), tokens.anyName()]
    const table = pick([
      'shop.way',
      'shop.kinds',
      'shop.orders',
      'UNNEST([1, 2])',
      '(SELECT 1 AS id)',
      'UNNEST(tags)',
      name,
    ])
    const item = `${table}${pick(['', '', ` AS ${other}`])}`
    const [start, end] = tokens.clause(pick(froms) + 1)
    if (pick([true, false])) return tokens.replace([start, start], item, ',')
    const join = pick([', ', 'CROSS JOIN ', 'JOIN ', 'LEFT JOIN ', 'FULL JOIN '])
    const on = pick(['USING (id)', 'ON TRUE', `USING (${name})`, `ON ${name} = ${other}`])
    return tokens.replace([end, end], `${join}${item}${/,|CROSS/.test(join) ? '' : ` ${on}`}`)
  },
  // Wrap the query in another one.
  (tokens) => {
    if (!isWord(tokens.at(0), 'SELECT') && !isWord(tokens.at(0), 'WITH')) return false
    const [name, other] = [tokens.anyName(), tokens.anyName()]
    const [before, after] = tokens.random.pick([
      ['SELECT * FROM (', ')'],
      [`SELECT ${name} FROM (`, ')'],
      [`SELECT ${name} FROM (`, `) AS ${other}`],
      [`SELECT ${name}.${other} FROM (`, `) AS ${name}`],
      [`WITH ${name} AS (`, `) SELECT ${other} FROM ${name}`],
      [`WITH ${name} AS (`, `) SELECT ${name}.${other}, COUNT(*) FROM ${name} GROUP BY ${other}`],
      [`WITH ${name} AS (`, `) SELECT ${name} FROM ${name}, UNNEST([1]) AS ${other}`],
      ['SELECT ARRAY(', ')'],
      ['SELECT (', ')'],
      ['SELECT 1 FROM shop.way WHERE EXISTS (', ')'],
      ['SELECT 1 FROM shop.way WHERE n IN (', ')'],
      ['(', ') UNION ALL SELECT NULL'],
    ] as const)
    tokens.replace([0, 0], before)
    return tokens.replace([tokens.list.length, tokens.list.length], after)
  },
]

export const queryChanges: readonly Change[] = [...grouping, ...lists, ...setOperations, ...tables]
