/** Subscription filters: compiles the filter language over message attributes to a predicate.
 * https://cloud.google.com/pubsub/docs/subscription-message-filter#filtering_syntax */
import { invalidArgument } from './errors.ts'
import type { Attributes } from './resources.ts'

/** Returns true if a message with these attributes is delivered. */
export type Predicate = (attributes: Attributes) => boolean

const maximumBytes = 256

interface Token {
  kind: 'word' | 'string' | 'symbol' | 'end'
  text: string
}

const tokenPattern = /\s*(?:(!=|[=:.(),-])|"((?:[^"\\]|\\.)*)"|([A-Za-z_][A-Za-z0-9_-]*))/y
const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r' }

function unescape(text: string): string {
  return text.replaceAll(
    /\\(?:u([0-9a-fA-F]{4})|(.))/gs,
    (_, unicode: string | undefined, character: string) =>
      unicode ? String.fromCharCode(parseInt(unicode, 16)) : (escapes[character] ?? character),
  )
}

class SyntaxFault extends Error {}

function tokenize(source: string): Token[] {
  const text = source.trimEnd()
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < text.length) {
    const match = tokenPattern.exec(text)
    if (!match) throw new SyntaxFault()
    const [, symbol, string, word] = match
    if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol })
    else if (string !== undefined) tokens.push({ kind: 'string', text: unescape(string) })
    else tokens.push({ kind: 'word', text: word ?? '' })
  }
  return tokens
}

function owns(attributes: Attributes, key: string): boolean {
  return Object.hasOwn(attributes, key)
}

const end: Token = { kind: 'end', text: '' }

class Parser {
  readonly #tokens: readonly Token[]
  #position = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Predicate {
    const predicate = this.#expression()
    if (this.#peek().kind !== 'end') throw new SyntaxFault()
    return predicate
  }

  #peek(): Token {
    return this.#tokens[this.#position] ?? end
  }

  #accept(kind: Token['kind'], text: string): boolean {
    const token = this.#peek()
    if (token.kind !== kind || token.text !== text) return false
    this.#position++
    return true
  }

  #expect(kind: Token['kind'], text?: string): string {
    const token = this.#peek()
    if (token.kind !== kind || (text !== undefined && token.text !== text)) throw new SyntaxFault()
    this.#position++
    return token.text
  }

  /** AND and OR have no precedence: an expression with both needs parentheses. */
  #expression(): Predicate {
    const first = this.#term()
    const operator = this.#peek().text
    if (this.#peek().kind !== 'word' || (operator !== 'AND' && operator !== 'OR')) return first
    const terms = [first]
    while (this.#accept('word', operator)) terms.push(this.#term())
    return operator === 'AND'
      ? (attributes) => terms.every((term) => term(attributes))
      : (attributes) => terms.some((term) => term(attributes))
  }

  #term(): Predicate {
    if (this.#accept('word', 'NOT') || this.#accept('symbol', '-')) {
      const term = this.#term()
      return (attributes) => !term(attributes)
    }
    if (this.#accept('symbol', '(')) {
      const expression = this.#expression()
      this.#expect('symbol', ')')
      return expression
    }
    if (this.#accept('word', 'hasPrefix')) return this.#hasPrefix()
    return this.#comparison()
  }

  #hasPrefix(): Predicate {
    this.#expect('symbol', '(')
    this.#expect('word', 'attributes')
    this.#expect('symbol', '.')
    const key = this.#key()
    this.#expect('symbol', ',')
    const prefix = this.#expect('string')
    this.#expect('symbol', ')')
    return (attributes) => owns(attributes, key) && (attributes[key] ?? '').startsWith(prefix)
  }

  #comparison(): Predicate {
    this.#expect('word', 'attributes')
    if (this.#accept('symbol', ':')) {
      const key = this.#key()
      return (attributes) => owns(attributes, key)
    }
    this.#expect('symbol', '.')
    const key = this.#key()
    const equal = this.#accept('symbol', '=')
    if (!equal) this.#expect('symbol', '!=')
    const value = this.#expect('string')
    // Without the attribute, a message is unequal to every value.
    return equal
      ? (attributes) => owns(attributes, key) && attributes[key] === value
      : (attributes) => !owns(attributes, key) || attributes[key] !== value
  }

  #key(): string {
    const token = this.#peek()
    return this.#expect(token.kind === 'string' ? 'string' : 'word')
  }
}

/** Compiles a filter. Returns undefined for an empty one. Throws INVALID_ARGUMENT with Pub/Sub's message. */
export function compileFilter(source: string | undefined): Predicate | undefined {
  if (!source) return undefined
  if (Buffer.byteLength(source) > maximumBytes)
    throw invalidArgument(
      `The value for filter is too large. You passed ${Buffer.byteLength(source)} in the request, but the maximum value is ${maximumBytes}.`,
    )
  try {
    return new Parser(tokenize(source)).whole()
  } catch (error) {
    if (error instanceof SyntaxFault) throw invalidArgument(`Invalid filter (filter=${source}).`)
    throw error
  }
}
