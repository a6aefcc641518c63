/** Differential test: changes a statement the way people get SQL wrong. The same seed gives the same changes. */
import type { Random } from '../../front_door/random.ts'
import { tokenize, type Token } from '../../../local/bigquery/googlesql/lexer.ts'
import { functionNames, keywords, literals, operators, types } from './vocabulary.ts'

/** What changes the tokens of a statement; false when the statement has no place for it. */
type Change = (tokens: string[], random: Random) => boolean

const isName = (token: string | undefined): boolean =>
  token !== undefined && /^(?:[A-Za-z_]\w*|`[^`]+`)$/.test(token) && !keywords.has(token.toUpperCase())
const isLiteral = (token: string | undefined): boolean =>
  token !== undefined && /^(?:\d|'|"|b'|b"|r'|r")/.test(token)
const isKeyword = (token: string | undefined, word: string): boolean => token?.toUpperCase() === word

/** The places of the tokens that satisfy the test. */
function places(tokens: readonly string[], test: (token: string, at: number) => boolean): number[] {
  return tokens.flatMap((token, at) => (test(token, at) ? [at] : []))
}

/** A name as a value stands there: no function's name, no part of a path's end. */
const nameAt = (tokens: readonly string[], at: number): boolean =>
  isName(tokens[at]) && tokens[at + 1] !== '(' && tokens[at - 1] !== '@'

/** The end of the parenthesis that opens at `from`. */
function closing(tokens: readonly string[], from: number): number {
  let depth = 0
  for (let at = from; at < tokens.length; at++) {
    if (tokens[at] === '(' || tokens[at] === '[') depth++
    else if (tokens[at] === ')' || tokens[at] === ']') {
      depth--
      if (depth === 0) return at
    }
  }
  return -1
}

/** The ranges between commas inside of the parentheses that open at `from`. */
function members(tokens: readonly string[], from: number, to: number): [number, number][] {
  const found: [number, number][] = []
  let depth = 0
  let start = from
  for (let at = from; at <= to; at++) {
    const token = at === to ? ',' : tokens[at]!
    if (token === '(' || token === '[') depth++
    else if (token === ')' || token === ']') depth--
    else if (token === ',' && depth === 0) {
      if (at > start) found.push([start, at])
      start = at + 1
    }
  }
  return found
}

/** The range of a clause that begins with these words and ends where another clause or the parenthesis does. */
function clauseAt(tokens: readonly string[], from: number): [number, number] {
  const ends = new Set(
    'FROM WHERE GROUP HAVING QUALIFY WINDOW ORDER LIMIT UNION EXCEPT INTERSECT ROWS RANGE'.split(' '),
  )
  let depth = 0
  let at = from
  for (; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token === '(' || token === '[') depth++
    else if (token === ')' || token === ']') {
      if (depth === 0) break
      depth--
    } else if (depth === 0 && ends.has(token.toUpperCase())) break
  }
  return [from, at]
}

const callsAt = (tokens: readonly string[]): number[] =>
  places(tokens, (token, at) => /^[A-Za-z_]/.test(token) && tokens[at + 1] === '(' && !/^(?:IN|FROM|AND|OR|NOT|AS|ON|EXISTS|OVER|USING|SELECT|WHERE|BY|UNNEST|ALL|VALUES|THEN|WHEN|ELSE)$/i.test(token))

/** The items of one SELECT list of the statement. */
function selectItems(tokens: readonly string[], random: Random): [number, number][] {
  const selects = places(tokens, (token) => isKeyword(token, 'SELECT'))
  if (selects.length === 0) return []
  let from = random.pick(selects) + 1
  while (/^(?:DISTINCT|ALL)$/i.test(tokens[from] ?? '')) from++
  if (isKeyword(tokens[from], 'AS')) from += 2
  const [start, end] = clauseAt(tokens, from)
  return members(tokens, start, end)
}

/** The names in the statement, aliases and tables included. */
const namesOf = (tokens: readonly string[]): string[] => tokens.filter((_, at) => nameAt(tokens, at))

const columns = 'id n amount score ok happened day civil clock data raw tags numbers device items way orders total'.split(' ')

const anyName = (tokens: readonly string[], random: Random): string =>
  random.below(4) === 0 ? random.pick(columns) : (random.pick(namesOf(tokens)) ?? random.pick(columns))

function replaceOne(tokens: string[], random: Random, at: readonly number[], by: () => string): boolean {
  if (at.length === 0) return false
  tokens.splice(random.pick(at), 1, by())
  return true
}

function group(tokens: string[], random: Random): [number, number][] {
  const groups = places(tokens, (token, at) => isKeyword(token, 'GROUP') && isKeyword(tokens[at + 1], 'BY'))
  if (groups.length === 0) return []
  const [start, end] = clauseAt(tokens, random.pick(groups) + 2)
  return members(tokens, start, end)
}

/** A whole expression of the statement: a literal, a name, a call or what stands in parentheses. */
function expression(tokens: readonly string[], random: Random): [number, number] | undefined {
  const starts = places(tokens, (token, at) => isLiteral(token) || nameAt(tokens, at) || callsAt([...tokens.slice(at, at + 2)]).length > 0)
  if (starts.length === 0) return undefined
  const at = random.pick(starts)
  if (tokens[at + 1] !== '(') {
    let end = at + 1
    while (tokens[end] === '.' && tokens[end + 1] !== undefined) end += 2
    return tokens[at - 1] === '.' ? undefined : [at, end]
  }
  const end = closing(tokens, at + 1)
  return end < 0 ? undefined : [at, end + 1]
}

function wrap(tokens: string[], random: Random, before: string, after: string): boolean {
  const range = expression(tokens, random)
  if (!range) return false
  tokens.splice(range[1], 0, after)
  tokens.splice(range[0], 0, before)
  return true
}

const changes: readonly Change[] = [
  // Names.
  (tokens, random) => replaceOne(tokens, random, places(tokens, (_, at) => nameAt(tokens, at)), () => anyName(tokens, random)),
  (tokens, random) => replaceOne(tokens, random, places(tokens, (_, at) => nameAt(tokens, at)), () => anyName(tokens, random)),
  // An alias that is a column's or a table's name, or any other.
  (tokens, random) => replaceOne(tokens, random, places(tokens, (_, at) => isKeyword(tokens[at - 1], 'AS') && nameAt(tokens, at)), () => anyName(tokens, random)),
  (tokens, random) => {
    const range = expression(tokens, random)
    if (!range) return false
    tokens.splice(range[1], 0, 'AS', anyName(tokens, random))
    return true
  },
  // A name without its AS, or no alias at all.
  (tokens, random) => {
    const at = places(tokens, (token) => isKeyword(token, 'AS'))
    if (at.length === 0) return false
    tokens.splice(random.pick(at), random.pick([1, 2]))
    return true
  },
  // A qualifier taken away or added.
  (tokens, random) => {
    const at = places(tokens, (token, i) => token === '.' && isName(tokens[i - 1]))
    if (at.length === 0) return false
    tokens.splice(random.pick(at) - 1, 2)
    return true
  },
  (tokens, random) => {
    const at = places(tokens, (_, i) => nameAt(tokens, i) && tokens[i - 1] !== '.' && !isKeyword(tokens[i - 1], 'AS'))
    if (at.length === 0) return false
    tokens.splice(random.pick(at), 0, anyName(tokens, random), '.')
    return true
  },
  // A keyword for a name.
  (tokens, random) => replaceOne(tokens, random, places(tokens, (_, at) => nameAt(tokens, at)), () => random.pick([...keywords])),
  // A literal of another type.
  (tokens, random) => replaceOne(tokens, random, places(tokens, isLiteral), () => random.pick(literals)),
  (tokens, random) => {
    const range = expression(tokens, random)
    if (!range) return false
    tokens.splice(range[0], range[1] - range[0], random.pick(literals))
    return true
  },
  // Casts.
  (tokens, random) => {
    const casts = places(tokens, (token, at) => /^(?:SAFE_)?CAST$/i.test(token) && tokens[at + 1] === '(')
    if (casts.length === 0) return false
    const at = random.pick(casts)
    const end = closing(tokens, at + 1)
    const as = tokens.findLastIndex((token, i) => i < end && i > at && isKeyword(token, 'AS'))
    if (end < 0 || as < 0) return false
    tokens.splice(as, end - as + 1)
    tokens.splice(at, 2)
    return true
  },
  (tokens, random) => wrap(tokens, random, `${random.pick(['CAST', 'SAFE_CAST'])}(`, `AS ${random.pick(types)})`),
  // Grouping.
  (tokens, random) => {
    const keys = group(tokens, random)
    if (keys.length === 0) return false
    const [start, end] = random.pick(keys)
    tokens.splice(start, end - start + (tokens[end] === ',' ? 1 : 0))
    return true
  },
  (tokens, random) => {
    const at = places(tokens, (token, i) => isKeyword(token, 'GROUP') && isKeyword(tokens[i + 1], 'BY'))
    if (at.length === 0) return false
    const start = random.pick(at)
    tokens.splice(start, clauseAt(tokens, start + 2)[1] - start)
    return true
  },
  (tokens, random) => {
    const at = places(tokens, (token) => /^(?:HAVING|ORDER|LIMIT|UNION|QUALIFY)$/i.test(token))
    const where = at.length === 0 ? tokens.length : random.pick(at)
    tokens.splice(where, 0, 'GROUP BY', anyName(tokens, random))
    return true
  },
  (tokens, random) => wrap(tokens, random, `${random.pick(['SUM', 'COUNT', 'MAX', 'ARRAY_AGG', 'ANY_VALUE', 'STRING_AGG', 'LOGICAL_OR', 'AVG', 'COUNTIF'])}(`, ')'),
  (tokens, random) => wrap(tokens, random, `${random.pick(['SUM', 'COUNT', 'MAX', 'RANK', 'LAG', 'FIRST_VALUE'])}(`, `) OVER (${random.pick(['', 'ORDER BY 1', `PARTITION BY ${anyName(tokens, random)}`, `ORDER BY ${anyName(tokens, random)}`])})`),
  (tokens, random) => {
    tokens.push(random.pick([' HAVING TRUE', ` HAVING ${anyName(tokens, random)} IS NULL`, ' HAVING COUNT(*) > 1', ` QUALIFY ${anyName(tokens, random)} = 1`, ' LIMIT 1', ` ORDER BY ${anyName(tokens, random)}`, ' ORDER BY 2 DESC', ` WHERE ${anyName(tokens, random)} IS NOT NULL`]))
    return true
  },
  (tokens, random) => {
    const at = places(tokens, (token) => isKeyword(token, 'SELECT'))
    if (at.length === 0) return false
    tokens.splice(random.pick(at) + 1, 0, random.pick(['DISTINCT', 'AS STRUCT', 'AS VALUE', 'DISTINCT AS STRUCT', 'ALL']))
    return true
  },
  // SELECT lists: an item less, twice, more, or NULL.
  (tokens, random) => {
    const items = selectItems(tokens, random)
    if (items.length === 0) return false
    const [start, end] = random.pick(items)
    const item = tokens.slice(start, end)
    random.pick([
      () => tokens.splice(start, end - start + (tokens[end] === ',' ? 1 : 0)),
      () => tokens.splice(start, 0, ...item, ','),
      () => tokens.splice(start, end - start, random.pick(literals)),
      () => tokens.splice(start, end - start, 'NULL'),
      () => tokens.splice(start, end - start, anyName(tokens, random)),
      () => tokens.splice(start, 0, random.pick(['*', `${anyName(tokens, random)}.*`, 'NULL', '[]', anyName(tokens, random)]), ','),
    ])()
    return true
  },
  // Set operations.
  (tokens, random) => {
    const operator = random.pick(['UNION ALL', 'UNION ALL', 'UNION DISTINCT', 'EXCEPT DISTINCT', 'INTERSECT DISTINCT'])
    const items = Array.from({ length: 1 + random.below(3) }, () => random.pick([...literals, 'NULL', 'NULL', ...columns]))
    tokens.push(operator, 'SELECT', random.pick(['', '', 'DISTINCT ']) + items.join(', '), random.pick(['', `FROM shop.kinds`, 'FROM shop.kinds GROUP BY id HAVING COUNT(*) > 1', 'FROM shop.way']))
    return true
  },
  (tokens, random) => {
    const copy = [...tokens]
    if (!isKeyword(tokens[0], 'SELECT')) return false
    random.pick(changes)(copy, random)
    tokens.push(random.pick(['UNION ALL', 'EXCEPT DISTINCT']), ...copy)
    return true
  },
  // Functions: another name, an argument less, more, elsewhere.
  (tokens, random) => replaceOne(tokens, random, callsAt(tokens), () => random.pick(functionNames)),
  (tokens, random) => {
    const calls = callsAt(tokens)
    if (calls.length === 0) return false
    const at = random.pick(calls)
    const end = closing(tokens, at + 1)
    const args = end < 0 ? [] : members(tokens, at + 2, end)
    if (args.length === 0) return false
    const [start, stop] = random.pick(args)
    const other = random.pick(args)
    random.pick([
      () => tokens.splice(start, stop - start + (tokens[stop] === ',' ? 1 : 0)),
      () => tokens.splice(stop, 0, ',', random.pick([...literals, anyName(tokens, random)])),
      () => tokens.splice(start, stop - start, random.pick(literals)),
      () => tokens.splice(start, stop - start, anyName(tokens, random)),
      () => tokens.splice(start, stop - start, ...tokens.slice(...other)),
    ])()
    return true
  },
  // Operators.
  (tokens, random) => replaceOne(tokens, random, places(tokens, (token) => operators.includes(token)), () => random.pick(operators)),
  (tokens, random) => {
    const range = expression(tokens, random)
    if (!range) return false
    tokens.splice(range[1], 0, random.pick(operators), random.pick([...literals, anyName(tokens, random)]))
    return true
  },
  (tokens, random) => wrap(tokens, random, random.pick(['NOT', '-', '(SELECT', 'ARRAY(SELECT', 'EXISTS(SELECT', 'STRUCT(', '[', '(']), random.pick([')', ')', ')', ']', ''])),
  (tokens, random) => {
    const [before, after] = random.pick([
      ['(SELECT', ')'],
      ['ARRAY(SELECT', ')'],
      ['ARRAY(SELECT AS STRUCT', ')'],
      ['STRUCT(', ')'],
      ['[', ']'],
      ['', 'IS NULL'],
      ['', 'IN (1, 2)'],
      ['', 'IN UNNEST(tags)'],
      ['', 'BETWEEN 1 AND 2'],
      ['', 'LIKE "a"'],
      ['', '[0]'],
      ['', '[OFFSET(0)]'],
      ['', '.a'],
      ['DISTINCT', ''],
      ['IF(', ', 1, 2)'],
      ['IF(TRUE,', ', NULL)'],
      ['COALESCE(', ', NULL)'],
      ['CASE WHEN', 'THEN 1 END'],
    ])
    return wrap(tokens, random, before!, after!)
  },
  // Tables: another one, twice, as a query.
  (tokens, random) => {
    const at = places(tokens, (token, i) => /^`?(?:shop|sluice)`?$/.test(token) && tokens[i + 1] === '.')
    if (at.length === 0) return false
    tokens.splice(random.pick(at) + 2, 1, random.pick(['kinds', 'way', 'orders', 'tmp_m', 'users', 'events']))
    return true
  },
  (tokens, random) => {
    const at = places(tokens, (token) => isKeyword(token, 'FROM'))
    if (at.length === 0) return false
    const alias = random.pick(['', '', `AS ${anyName(tokens, random)}`])
    const join = random.pick([',', 'CROSS JOIN', 'JOIN', 'LEFT JOIN', 'FULL JOIN'])
    const condition = /,|CROSS/.test(join) ? '' : random.pick(['USING (id)', 'ON TRUE', `USING (${anyName(tokens, random)})`, `ON ${anyName(tokens, random)} = ${anyName(tokens, random)}`])
    const table = random.pick(['shop.way', 'shop.kinds', 'shop.orders', 'UNNEST([1, 2])', '(SELECT 1 AS id)', 'UNNEST(tags)', anyName(tokens, random)])
    const [start, end] = clauseAt(tokens, random.pick(at) + 1)
    const where = random.pick([start, end])
    if (where === start && condition !== '') return false
    tokens.splice(where, 0, ...(where === start ? [`${table} ${alias}`, ','] : [`${join} ${table} ${alias} ${condition}`]))
    return true
  },
  (tokens, random) => {
    if (!isKeyword(tokens[0], 'SELECT') && !isKeyword(tokens[0], 'WITH')) return false
    const name = anyName(tokens, random)
    const other = anyName(tokens, random)
    const [before, after] = random.pick([
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
      [`CREATE VIEW v AS`, ''],
    ])
    tokens.unshift(before!)
    tokens.push(after!)
    return true
  },
  // Any token less, or another in its place.
  (tokens, random) => {
    tokens.splice(random.below(tokens.length), 1)
    return true
  },
  (tokens, random) => {
    const [one, other] = [random.below(tokens.length), random.below(tokens.length)]
    ;[tokens[one], tokens[other]] = [tokens[other]!, tokens[one]!]
    return true
  },
]

const written = (source: string, { start, end }: Token): string => source.slice(start, end)

/** The statement with one to three changes. */
export function mutate(sql: string, random: Random): string {
  const tokens = tokenize(sql)
    .filter(({ kind }) => kind !== 'end')
    .map((token) => written(sql, token))
  let left = random.pick([1, 1, 1, 2, 2, 3])
  for (let tries = 0; left > 0 && tries < 50; tries++) if (random.pick(changes)(tokens, random)) left--
  return tokens.join(' ').replaceAll(/ ?\. ?(?!\d)/g, '.').replaceAll(/ \(/g, '(').replaceAll('@ ', '@')
}
