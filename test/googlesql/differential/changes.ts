/** Differential test: changes to the expressions of a statement: names, literals, casts, calls, operators. */
import { isLiteral, isWord, type Tokens } from './tokens.ts'
import { functionNames, keywords, literals, operators, types } from './vocabulary.ts'

/** Changes the statement; false if it has no place for the change. */
export type Change = (tokens: Tokens) => boolean

function aliasPlaces(tokens: Tokens): number[] {
  return tokens.names().filter((at) => isWord(tokens.at(at - 1), 'AS'))
}

/** Replaces a name by that of a column, a table, an alias, or a keyword. */
const names: readonly Change[] = [
  (tokens) => tokens.replaceOne(tokens.names(), () => tokens.anyName()),
  (tokens) => tokens.replaceOne(tokens.names(), () => tokens.anyName()),
  (tokens) => tokens.replaceOne(aliasPlaces(tokens), () => tokens.anyName()),
  (tokens) => tokens.replaceOne(tokens.names(), () => tokens.random.pick([...keywords])),
  (tokens) => tokens.replaceOne(aliasPlaces(tokens), () => tokens.random.pick([...keywords])),
  (tokens) => {
    const range = tokens.expression()
    return range !== undefined && tokens.replace([range[1], range[1]], 'AS', tokens.anyName())
  },
  // Without AS, or without the alias.
  (tokens) => {
    const at = tokens.placesOf('AS')
    if (at.length === 0) return false
    const start = tokens.random.pick(at)
    return tokens.replace([start, start + tokens.random.pick([1, 2])])
  },
  // Remove a qualifier.
  (tokens) => {
    const dots = tokens.places((token, at) => token === '.' && /^\w+$/.test(tokens.at(at - 1) ?? ''))
    if (dots.length === 0) return false
    const dot = tokens.random.pick(dots)
    return tokens.replace([dot - 1, dot + 1])
  },
  // Add a qualifier.
  (tokens) => {
    const bare = tokens.names().filter((at) => tokens.at(at - 1) !== '.' && !isWord(tokens.at(at - 1), 'AS'))
    if (bare.length === 0) return false
    const at = tokens.random.pick(bare)
    return tokens.replace([at, at], tokens.anyName(), '.')
  },
]

const values: readonly Change[] = [
  (tokens) => tokens.replaceOne(tokens.places(isLiteral), () => tokens.random.pick(literals)),
  (tokens) => {
    const range = tokens.expression()
    return range !== undefined && tokens.replace(range, tokens.random.pick(literals))
  },
  // Remove a cast.
  (tokens) => {
    const casts = tokens.placesOf('CAST', 'SAFE_CAST').filter((at) => tokens.at(at + 1) === '(')
    if (casts.length === 0) return false
    const at = tokens.random.pick(casts)
    const end = tokens.closing(at + 1)
    const as = tokens.list.findLastIndex((token, i) => i < end && i > at && isWord(token, 'AS'))
    if (end < 0 || as < 0) return false
    tokens.replace([as, end + 1])
    return tokens.replace([at, at + 2])
  },
  (tokens) =>
    tokens.wrap(`${tokens.random.pick(['CAST', 'SAFE_CAST'])}(`, `AS ${tokens.random.pick(types)})`),
]

const surroundings: readonly (readonly [before: string, after: string])[] = [
  ['(SELECT', ')'],
  ['ARRAY(SELECT', ')'],
  ['ARRAY(SELECT AS STRUCT', ')'],
  ['STRUCT(', ')'],
  ['[', ']'],
  ['(', ')'],
  ['NOT', ''],
  ['-', ''],
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
]

const calls: readonly Change[] = [
  (tokens) => tokens.replaceOne(tokens.calls(), () => tokens.random.pick(functionNames)),
  // Remove, add, replace or repeat an argument.
  (tokens) => {
    const { random } = tokens
    const all = tokens.calls()
    if (all.length === 0) return false
    const at = random.pick(all)
    const end = tokens.closing(at + 1)
    const args = end < 0 ? [] : tokens.members([at + 2, end])
    if (args.length === 0) return false
    const arg = random.pick(args)
    const other = tokens.list.slice(...random.pick(args))
    return random.pick([
      () => tokens.replace(tokens.withComma(arg)),
      () => tokens.replace([arg[1], arg[1]], ',', random.pick([...literals, tokens.anyName()])),
      () => tokens.replace(arg, random.pick(literals)),
      () => tokens.replace(arg, tokens.anyName()),
      () => tokens.replace(arg, ...other),
    ])()
  },
  (tokens) =>
    tokens.replaceOne(
      tokens.places((token) => operators.includes(token)),
      () => tokens.random.pick(operators),
    ),
  (tokens) => {
    const range = tokens.expression()
    if (!range) return false
    const operand = tokens.random.pick([...literals, tokens.anyName()])
    return tokens.replace([range[1], range[1]], tokens.random.pick(operators), operand)
  },
  (tokens) => tokens.wrap(...tokens.random.pick(surroundings)),
]

/** Removes any token, or swaps two. */
const anything: readonly Change[] = [
  (tokens) => {
    const at = tokens.random.below(tokens.list.length)
    return tokens.replace([at, at + 1])
  },
  (tokens) => {
    const [one, other] = [0, 0].map(() => tokens.random.below(tokens.list.length)) as [number, number]
    const [first, second] = [tokens.at(one)!, tokens.at(other)!]
    tokens.replace([one, one + 1], second)
    return tokens.replace([other, other + 1], first)
  },
]

export const expressionChanges: readonly Change[] = [...names, ...values, ...calls, ...anything]
