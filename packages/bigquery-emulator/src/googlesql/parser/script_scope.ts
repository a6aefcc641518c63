/** GoogleSQL parser: checks a script while it is parsed: declarations, labels, loops and the depth of nesting. https://cloud.google.com/bigquery/docs/reference/standard-sql/procedural-language */
import { SqlError } from '../error.ts'

/** Maximum nesting of blocks and conditional statements. https://cloud.google.com/bigquery/docs/reference/standard-sql/procedural-language#beginend */
const maxDepth = 50

interface Level {
  /** Lowercase names of the variables of a block or a FOR loop. */
  variables: Set<string>
  label?: string | undefined
  /** A block contains a `body` and perhaps a `handler`. */
  kind: 'script' | 'block' | 'body' | 'handler' | 'loop' | 'branch'
}

/** The enclosing statements of the one that is parsed. */
export class ScriptScope {
  readonly #source: string
  readonly #levels: Level[] = [{ variables: new Set(), kind: 'script' }]

  constructor(source: string) {
    this.#source = source
  }

  /** Parses the inside of a block, a loop, a branch or a handler. */
  within<T>(kind: Level['kind'], label: string | undefined, at: number, parse: () => T): T {
    const depth = this.#levels.filter((level) => ['block', 'loop', 'branch'].includes(level.kind)).length
    if (depth === maxDepth && !['body', 'handler'].includes(kind))
      throw this.#error(`Script statement nesting level exceeds the maximum of ${maxDepth}`, at)
    const name = label?.toLowerCase()
    if (name !== undefined && this.#levels.some((level) => level.label === name))
      throw this.#error(`Duplicate label ${label}`, at)
    this.#levels.push({ variables: new Set(), label: name, kind })
    try {
      return parse()
    } finally {
      this.#levels.pop()
    }
  }

  declare(name: string, at: number): void {
    const lower = name.toLowerCase()
    if (this.#levels.some(({ variables }) => variables.has(lower)))
      throw this.#error(`Variable '${name}' redeclaration`, at)
    this.#levels.at(-1)!.variables.add(lower)
  }

  /** Throws unless declarations are allowed here at all: at the start of a script or block. */
  demandBlock(isStart: boolean, at: number): void {
    if (!isStart || !['script', 'body', 'handler'].includes(this.#levels.at(-1)!.kind))
      throw this.#error('Variable declarations are allowed only at the start of a block or script', at)
  }

  /** Checks BREAK and CONTINUE. */
  demandTarget(keyword: string, isContinue: boolean, label: string | undefined, at: number): void {
    if (label === undefined) {
      if (!this.#levels.some(({ kind }) => kind === 'loop'))
        throw this.#error(`${keyword} without label is only allowed inside of a loop body`, at)
      return
    }
    const target = this.#levels.find((level) => level.label === label.toLowerCase())
    if (!target) throw this.#error(`Undefined label: ${label}`, at)
    if (isContinue && target.kind !== 'loop')
      throw this.#error(`${keyword} cannot be used with the label of a block: ${label}`, at)
  }

  /** Checks RAISE without a message. */
  demandHandler(at: number): void {
    if (!this.#levels.some(({ kind }) => kind === 'handler'))
      throw this.#error('Cannot re-raise an existing exception outside of an exception handler', at)
  }

  #error(message: string, at: number): SqlError {
    return new SqlError(message, this.#source, at)
  }
}
