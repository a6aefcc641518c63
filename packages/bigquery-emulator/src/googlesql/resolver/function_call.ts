/** GoogleSQL resolver: holds one call of a built-in function: resolves its arguments, creates its errors and selects a signature. */
import type { Call, Expression } from '../ast.ts'
import type { Unsupported } from '../error.ts'
import type { SqlFunction } from '../functions/definition.ts'
import { InvalidArgument } from '../functions/definition.ts'
import { matchOverload } from '../functions/overload.ts'
import { INTERVAL, opaqueIn, typeName, type Type } from '../types.ts'
import { coerce, isCoercible } from './coercion.ts'
import { errorAt, unsupportedAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import type { Scope } from './scope.ts'
import { once, typed, type Typed } from './typed.ts'

/**
 * Returns the type of a date or time argument that differs from the one in the function's name. BigQuery accepts
 * more such calls than the emulator does.
 */
function otherCivil(name: string, types: readonly string[]): string | undefined {
  const own = /^(?:FORMAT_)?(DATE|DATETIME|TIMESTAMP)(?:_(?:ADD|SUB|DIFF|TRUNC))?$/.exec(name)?.[1]
  if (own === undefined || own === name) return undefined
  return types.find((type) => ['DATE', 'DATETIME', 'TIMESTAMP'].includes(type) && type !== own)
}

/** The functions that take a GEOGRAPHY or a RANGE: they return values as they are, or count them. */
const passing: ReadonlySet<string> = new Set(
  (
    'IF IFNULL COALESCE ANY_VALUE ARRAY_AGG ARRAY_CONCAT ARRAY_CONCAT_AGG ARRAY_FIRST ARRAY_LAST ARRAY_LENGTH ARRAY_REVERSE ARRAY_SLICE ' +
    'COUNT FIRST_VALUE LAG LAST_VALUE LEAD NTH_VALUE'
  ).split(' '),
)

export class FunctionCall {
  readonly name: string
  readonly node: Call
  readonly scope: Scope
  readonly #resolved = new Map<number, Typed>()
  readonly #taken = new Set<string>()

  constructor(name: string, node: Call, scope: Scope) {
    this.name = name
    this.node = node
    this.scope = scope
  }

  /** The positional arguments. `named` returns the named ones. */
  get args(): readonly Expression[] {
    return this.node.args.filter((arg) => arg.kind !== 'namedArgument')
  }

  named(name: string): Expression | undefined {
    this.#taken.add(name)
    const found = this.node.args.find((arg) => arg.kind === 'namedArgument' && arg.name === name)
    return found?.kind === 'namedArgument' ? found.value : undefined
  }

  /** Returns a named argument, which must be a literal BOOL. */
  flag(name: string, otherwise: boolean): boolean {
    const node = this.named(name)
    if (!node) return otherwise
    if (node.kind !== 'literal' || node.type !== 'BOOL')
      throw this.fail(`Argument ${name} of ${this.name} must be a BOOL literal`)
    return node.text === 'true'
  }

  value(index: number): Typed {
    const known = this.#resolved.get(index)
    if (known) return known
    const node = this.args[index]
    if (!node) throw this.noMatch([])
    const value = resolveExpression(node, this.scope)
    const opaque = opaqueIn(value.type)
    if (opaque !== undefined && !passing.has(this.name)) throw this.unsupported(`${this.name} of ${opaque}`)
    this.#resolved.set(index, value)
    return value
  }

  /** Returns the amount of an `INTERVAL amount PART` argument. */
  interval(index: number): Typed {
    const node = this.args[index]
    if (node?.kind !== 'interval') throw this.noMatch([])
    this.#resolved.set(index, typed('', INTERVAL))
    const amount = resolveExpression(node.amount, this.scope)
    if (amount.type.kind === 'STRING') throw this.unsupported('INTERVAL of a STRING')
    return amount
  }

  values(): Typed[] {
    return this.args.map((_, i) => this.value(i))
  }

  /** Returns the argument coerced to a type. Throws the error for no matching signature if it isn't coercible. */
  coerced(index: number, type: Type): string {
    const value = this.value(index)
    if (!isCoercible(value, type)) throw this.noMatch([])
    return coerce(value, type).sql
  }

  /** Throws for a named argument that the function doesn't read. */
  #demandNoOthers(): void {
    for (const arg of this.node.args)
      if (arg.kind === 'namedArgument' && !this.#taken.has(arg.name))
        throw this.unsupported(`Named argument ${arg.name} of ${this.name}`)
  }

  /** Throws unless the argument is a constant of at least `least`. */
  demandConstant(index: number, least: number): void {
    if (index >= this.args.length) return
    const { isLiteral, isParameter, literal, type } = this.value(index)
    const arg = this.args[index]!
    const written = arg.kind === 'cast' ? arg.value : arg
    const isConstant = isLiteral || isParameter || written.kind === 'literal' || written.kind === 'parameter'
    if (!isConstant || type.kind === 'NULL')
      throw this.fail(`Argument ${index + 1} to ${this.name} must be a literal or query parameter`)
    if (literal !== undefined && Number(literal) < least)
      throw this.fail(`Argument ${index + 1} to ${this.name} must be at least ${least}`)
  }

  /** Throws for an argument whose type can't be ordered. */
  demandOrderable(index: number): void {
    const { type } = this.value(index)
    if (!['ARRAY', 'STRUCT', 'JSON'].includes(type.kind)) return
    const problem = `must support ordering; Type ${typeName(type)} does not`
    throw this.fail(`Argument ${index + 1} to ${this.name} ${problem}`)
  }

  /** Emits the first signature that the arguments match. `first` is passed to the emitter before the arguments. */
  dispatch<First extends unknown[]>(definition: SqlFunction<First>, ...first: First): Typed {
    if (typeof definition === 'function') {
      const result = definition(this, ...first)
      this.#demandNoOthers()
      // An argument that the function didn't read is one too many.
      if (this.args.some((_, i) => !this.#resolved.has(i))) throw this.noMatch([])
      return result
    }
    this.#demandNoOthers()
    try {
      const match = matchOverload(definition, this)
      if (!match) throw this.noMatch(definition.map(({ signature }) => signature.text))
      const { emit, check } = match.overload
      check?.(this)
      const sql =
        first.length > 0
          ? emit(...first, ...match.args)
          : once(match.args, (...args) => emit(...first, ...args))
      return typed(sql, match.returns)
    } catch (error) {
      if (error instanceof InvalidArgument) throw this.fail(error.message)
      throw error
    }
  }

  noMatch(signatures: readonly string[]): Error {
    const types = this.args.map((arg, i) => {
      if (arg.kind === 'datePart') return 'DATE_TIME_PART'
      if (arg.kind === 'lambda') return 'LAMBDA'
      if (arg.kind === 'interval') return 'INTERVAL'
      const { type } = this.value(i)
      return type.kind === 'NULL' ? 'NULL' : typeName(type)
    })
    const foreign = this.args.length > 0 && otherCivil(this.name, types)
    if (foreign) return this.unsupported(`${this.name} of ${foreign}`)
    const found = types.length === 0 ? ' with no arguments' : ` for argument types: ${types.join(', ')}`
    const supported = signatures.map((signature) => this.name + signature).join('; ')
    const hint =
      supported === '' ? '' : `. Supported signature${signatures.length > 1 ? 's' : ''}: ${supported}`
    return this.fail(`No matching signature for function ${this.name}${found}${hint}`)
  }

  fail(message: string): Error {
    return errorAt(this.scope.context, message, this.node.at)
  }

  unsupported(feature: string): Unsupported {
    return unsupportedAt(this.scope.context, feature, this.node.at)
  }
}
