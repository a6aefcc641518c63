/** Script engine: runs the procedural statements of a script, and the SQL between them. https://cloud.google.com/bigquery/docs/reference/standard-sql/procedural-language */
import { setImmediate } from 'node:timers/promises'
import type { DuckDBStructValue } from '@duckdb/node-api'
import { SqlError } from '../../googlesql/error.ts'
import { isProcedural } from '../../googlesql/parser/script.ts'
import { typed } from '../../googlesql/resolver/typed.ts'
import { nullOf, pack } from '../../googlesql/duckdb_sql.ts'
import type { Expression } from '../../googlesql/ast.ts'
import type { Branch, ProceduralNode, ScriptExpression, ScriptNode } from '../../googlesql/script_ast.ts'
import { withoutLimits } from '../../googlesql/limits.ts'
import { BOOL, fieldName, STRING, structOf } from '../../googlesql/types.ts'
import type { RunOptions } from '../run_statement.ts'
import { noRows, ofScript, type StatementResult } from '../statement_result.ts'
import type { Warehouse } from '../warehouse.ts'
import { executeImmediate, variableIn } from './execute_immediate.ts'
import { Frame, unnamable } from './frame.ts'
import { evaluate, readQuery, runPlain, type Run } from './run.ts'
import { handledBy, Raised, ScriptFailure, uncaught } from './script_failure.ts'
import { TemporaryTables } from './temporary_tables.ts'
import { valueOf } from './value_sql.ts'

type Node<Kind extends ProceduralNode['kind']> = Extract<ProceduralNode, { kind: Kind }>

/** How a statement ends other than by reaching the next one. */
interface Jump {
  kind: 'break' | 'continue' | 'return'
  label?: string | undefined
}

/** Runs a script and drops its temporary tables. A dry run only parses it: what a statement does may depend on those before. */
export async function runProgram(
  warehouse: Warehouse,
  source: string,
  nodes: readonly ScriptNode[],
  options: RunOptions,
): Promise<StatementResult> {
  const statementType = nodes.length === 1 && nodes[0]!.kind === 'assert' ? 'ASSERT' : 'SCRIPT'
  if (options.dryRun) return noRows(statementType, { bytesProcessed: 0n })
  const tables = new TemporaryTables(warehouse, options.project)
  const rights = tables.rights(options.rights)
  const script = new Script({
    warehouse,
    source,
    options: { ...options, rights },
    temporary: new Map(),
    tables,
  })
  try {
    await script.list(nodes, new Frame())
    return { ...ofScript(script.result), statementType }
  } catch (error) {
    throw uncaught(error)
  } finally {
    await tables.drop()
  }
}

class Script {
  /** The result of the last query, DML or DDL statement. */
  result: StatementResult = noRows('SCRIPT')
  readonly #run: Run

  constructor(run: Run) {
    this.#run = run
  }

  async list(nodes: readonly ScriptNode[], frame: Frame): Promise<Jump | undefined> {
    for (const node of nodes) {
      this.#run.options.demandTime?.()
      const jump = await this.#node(node, frame)
      if (jump) return jump
    }
    return undefined
  }

  async #node(node: ScriptNode, frame: Frame): Promise<Jump | undefined> {
    try {
      if (!isProcedural(node)) {
        this.result = await runPlain(this.#run, node, frame)
        return undefined
      }
      return await this.#procedural(node, frame)
    } catch (error) {
      if (error instanceof ScriptFailure) throw error
      // The conditions of these are part of a longer text, of which BigQuery's documentation does not say what it names.
      const isCompound = ['if', 'caseOf', 'loop', 'while', 'repeat', 'for', 'block'].includes(node.kind)
      throw new ScriptFailure(error, isCompound ? undefined : node.text, this.#run.source, node.at)
    }
  }

  async #procedural(node: ProceduralNode, frame: Frame): Promise<Jump | undefined> {
    switch (node.kind) {
      case 'declare':
        return this.#declare(node, frame)
      case 'set':
        return this.#set(node, frame)
      case 'if':
        return this.#branch(node.branches, node.otherwise, frame)
      case 'caseOf':
        return this.#caseOf(node, frame)
      case 'loop':
      case 'while':
      case 'repeat':
        return this.#loop(node, frame)
      case 'for':
        return this.#for(node, frame)
      case 'block':
        return this.#block(node, frame)
      case 'execute': {
        const result = await executeImmediate(this.#run, node, frame)
        if (result) this.result = result
        return undefined
      }
      case 'raise':
        return this.#raise(node, frame)
      case 'assert':
        if (!(await this.#isTrue(node.condition, frame)))
          throw new SqlError(
            node.description === undefined ? 'Assertion failed' : `Assertion failed: ${node.description}`,
          )
        return undefined
      case 'return':
        return { kind: 'return' }
      default:
        return { kind: node.kind, label: node.label?.toLowerCase() }
    }
  }

  async #declare(node: Node<'declare'>, frame: Frame): Promise<undefined> {
    const { names, type } = node
    const value = node.default
      ? (await evaluate(this.#run, node.default, frame, type)).value
      : typed(nullOf(type!), withoutLimits(type!))
    for (const name of names) frame.declare(name, value, type)
  }

  async #set(node: Node<'set'>, frame: Frame): Promise<undefined> {
    const variables = node.targets.map((name) => variableIn(frame, name, this.#run.source, node.at))
    if (!node.isList) {
      const [variable] = variables
      variable!.value = (await evaluate(this.#run, node.value, frame, variable!.type)).value
      return
    }
    const type = structOf(variables.map((variable) => ({ type: variable.type })))
    const { raw } = await evaluate(this.#run, node.value, frame, type)
    if (raw === null)
      throw new SqlError('Cannot assign a NULL STRUCT to a list of variables', this.#run.source, node.at)
    const { entries } = raw as DuckDBStructValue
    for (const [i, variable] of variables.entries())
      variable.value = valueOf(entries[fieldName({ type: variable.type }, i)] ?? null, variable.value.type)
  }

  async #isTrue(condition: ScriptExpression, frame: Frame): Promise<boolean> {
    return (await evaluate(this.#run, condition, frame, BOOL)).raw === true
  }

  async #branch(
    branches: readonly Branch[],
    otherwise: readonly ScriptNode[],
    frame: Frame,
  ): Promise<Jump | undefined> {
    for (const { when, body } of branches) if (await this.#isTrue(when, frame)) return this.list(body, frame)
    return this.list(otherwise, frame)
  }

  /** Runs CASE. The operand is computed once, as a variable that no text can name. */
  async #caseOf({ operand, branches, otherwise }: Node<'caseOf'>, frame: Frame): Promise<Jump | undefined> {
    if (!operand) return this.#branch(branches, otherwise, frame)
    const inner = new Frame(frame)
    inner.declare(unnamable, (await evaluate(this.#run, operand, frame)).value)
    for (const { when, body } of branches) {
      const { at } = when.node
      const value: Expression = { kind: 'identifier', path: [unnamable], at }
      const result: Expression = { kind: 'literal', type: 'BOOL', text: 'true', at }
      const node: Expression = { kind: 'case', operand: value, branches: [{ when: when.node, result }], at }
      const { raw } = await evaluate(this.#run, { ...when, node }, inner, BOOL)
      if (raw === true) return this.list(body, frame)
    }
    return this.list(otherwise, frame)
  }

  async #loop(node: Node<'loop' | 'while' | 'repeat'>, frame: Frame): Promise<Jump | undefined> {
    for (;;) {
      await this.#breathe()
      if (node.kind === 'while' && !(await this.#isTrue(node.condition, frame))) return undefined
      const jump = await this.list(node.body, frame)
      if (jump && !isContinueOf(jump, node.label)) return isBreakOf(jump, node.label) ? undefined : jump
      if (node.kind === 'repeat' && (await this.#isTrue(node.until, frame))) return undefined
    }
  }

  async #for(node: Node<'for'>, frame: Frame): Promise<Jump | undefined> {
    const { columns, rows } = await readQuery(this.#run, node.query, frame)
    const type = structOf(columns.map((column) => ({ name: column.name || undefined, type: column.type })))
    for (const row of rows) {
      await this.#breathe()
      const inner = new Frame(frame)
      const members = row.map((value, i) => valueOf(value, columns[i]!.type).sql)
      inner.declare(node.variable, typed(pack(type.fields.map(fieldName), members), type))
      const jump = await this.list(node.body, inner)
      if (jump && !isContinueOf(jump, node.label)) return isBreakOf(jump, node.label) ? undefined : jump
    }
    return undefined
  }

  async #block(node: Node<'block'>, frame: Frame): Promise<Jump | undefined> {
    const jump = await this.list(node.body, new Frame(frame)).catch((error: unknown) => {
      const handled = node.handler && error instanceof ScriptFailure ? handledBy(error) : undefined
      if (!handled) throw error
      return this.list(node.handler!, new Frame(frame, handled))
    })
    const isExit = jump?.kind === 'break' && jump.label !== undefined && isLabel(jump.label, node.label)
    return isExit ? undefined : jump
  }

  async #raise(node: Node<'raise'>, frame: Frame): Promise<undefined> {
    if (!node.message) throw frame.handled()!.error
    const { raw } = await evaluate(this.#run, node.message, frame, STRING)
    throw new Raised(raw as string | null)
  }

  /** Lets other requests run, and ends a loop of a cancelled job. */
  async #breathe(): Promise<void> {
    await setImmediate()
    this.#run.options.demandTime?.()
  }
}

function isLabel(label: string, own: string | undefined): boolean {
  return own?.toLowerCase() === label
}

function isBreakOf({ kind, label }: Jump, own: string | undefined): boolean {
  return kind === 'break' && (label === undefined || isLabel(label, own))
}

function isContinueOf({ kind, label }: Jump, own: string | undefined): boolean {
  return kind === 'continue' && (label === undefined || isLabel(label, own))
}
