/** GoogleSQL lexer: splits query text into tokens. https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical */
import { SqlError } from './error.ts'
import { unescape, unescapeText } from './escapes.ts'

export interface Token {
  kind: 'identifier' | 'string' | 'bytes' | 'integer' | 'float' | 'parameter' | 'variable' | 'symbol' | 'end'
  /** The value: an identifier's name, a string's content, or the hexadecimal digits of a BYTES literal. */
  text: string
  /** The name in uppercase, for comparison with keywords. Empty for quoted names. */
  keyword: string
  /** True for a name in backticks. */
  quoted: boolean
  start: number
  end: number
}

const symbols = [
  '|>',
  '||',
  '<<',
  '>>',
  '<=',
  '>=',
  '<>',
  '!=',
  '=>',
  '->',
  '+=',
  ...Array.from('+-*/%()[]{},.;=<>&|^~?:@'),
]
const space = /\s|\u00a0/
const openQuote = /[rRbB]{0,2}("""|'''|"|')/y
const number = /0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const word = /[A-Za-z_]\w*/y
const parameter = /@(`[^`]+`|[A-Za-z_]\w*)/y
const variable = /@@([A-Za-z_][\w.]*)/y
const pathPart = /\w+/y

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}

/** Returns the tokens of a query. The last one is of kind `end`. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const push = (kind: Token['kind'], text: string, end: number, quoted = false): void => {
    const keyword = kind === 'identifier' && !quoted ? text.toUpperCase() : ''
    tokens.push({ kind, text, keyword, quoted, start: at, end })
    at = end
  }
  while (at < source.length) {
    const skipped = skipBlank(source, at)
    if (skipped > at) {
      at = skipped
      continue
    }
    const quotes = match(openQuote, source, at)
    if (quotes && !/r.*r|b.*b/i.test(quotes[0].slice(0, -quotes[1]!.length))) {
      const literal = readString(source, at, quotes[0], quotes[1]!)
      push(literal.kind, literal.text, literal.end)
      continue
    }
    if (source[at] === '`') {
      const name = readQuotedName(source, at)
      push('identifier', name.text, name.end, true)
      continue
    }
    const previous = tokens.at(-1)
    const afterDot = previous?.text === '.' && previous.kind === 'symbol' && previous.end === at
    const digits = match(number, source, at)
    if (digits && afterDot && source[at] !== '.') {
      push('identifier', match(pathPart, source, at)![0], pathPart.lastIndex)
      continue
    }
    if (digits && !(source[at] === '.' && previous?.end === at && isOperand(previous))) {
      const isHex = /^0x/i.test(digits[0])
      const kind = !isHex && /[.eE]/.test(digits[0]) ? 'float' : 'integer'
      const end = number.lastIndex
      if (!digits[0].endsWith('.') && match(word, source, end))
        throw new SqlError('Syntax error: Missing whitespace between literal and alias', source, end)
      push(kind, isHex ? BigInt(digits[0]).toString() : digits[0], end)
      continue
    }
    const name = match(word, source, at)
    if (name) {
      push('identifier', name[0], word.lastIndex)
      continue
    }
    const system = match(variable, source, at)
    if (system) {
      push('variable', system[1]!, variable.lastIndex)
      continue
    }
    const bound = match(parameter, source, at)
    if (bound) {
      push('parameter', bound[1]!.replaceAll('`', ''), parameter.lastIndex)
      continue
    }
    const symbol = symbols.find((s) => source.startsWith(s, at))
    if (symbol === undefined)
      throw new SqlError(`Syntax error: Illegal input character "${source[at]}"`, source, at)
    push('symbol', symbol, at + symbol.length)
  }
  push('end', '', source.length)
  return tokens
}

function isOperand(token: Token): boolean {
  return token.kind === 'identifier' || token.text === ')' || token.text === ']'
}

/** Returns the offset after whitespace and comments. */
function skipBlank(source: string, at: number): number {
  if (space.test(source[at]!)) return at + 1
  if (source[at] === '#' || source.startsWith('--', at)) {
    const end = source.indexOf('\n', at)
    return end < 0 ? source.length : end
  }
  if (!source.startsWith('/*', at)) return at
  const end = source.indexOf('*/', at + 2)
  if (end < 0) throw new SqlError('Syntax error: Unclosed comment', source, at)
  return end + 2
}

function readString(
  source: string,
  at: number,
  opening: string,
  quotes: string,
): { kind: 'string' | 'bytes'; text: string; end: number } {
  const prefix = opening.slice(0, -quotes.length).toLowerCase()
  const from = at + opening.length
  let end = from
  while (end < source.length && !source.startsWith(quotes, end)) {
    if (quotes.length === 1 && source[end] === '\n') break
    end += source[end] === '\\' ? 2 : 1
  }
  if (!source.startsWith(quotes, end)) {
    const kind = quotes.length === 3 ? 'triple-quoted string' : 'string'
    throw new SqlError(`Syntax error: Unclosed ${kind} literal`, source, at)
  }
  const raw = source.slice(from, end)
  const isRaw = prefix.includes('r')
  const after = end + quotes.length
  return withEscapes(source, at, () => {
    if (prefix.includes('b')) {
      return { kind: 'bytes', text: (isRaw ? Buffer.from(raw) : unescape(raw)).toString('hex'), end: after }
    }
    return { kind: 'string', text: isRaw ? raw : unescapeText(raw), end: after }
  })
}

/** Adds the position to the error of an invalid escape sequence. */
function withEscapes<T>(source: string, at: number, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new SqlError(`Syntax error: Illegal escape sequence: \\${error.message}`, source, at)
  }
}

function readQuotedName(source: string, at: number): { text: string; end: number } {
  const end = source.indexOf('`', at + 1)
  if (end < 0) throw new SqlError('Syntax error: Unclosed identifier literal', source, at)
  const raw = source.slice(at + 1, end)
  if (raw === '') throw new SqlError('Syntax error: Invalid empty identifier', source, at)
  return { text: withEscapes(source, at, () => unescapeText(raw)), end: end + 1 }
}
