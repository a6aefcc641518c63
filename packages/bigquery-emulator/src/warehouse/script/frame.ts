/** Script engine: keeps the variables of a script, block by block, and tells its statements what the names mean. */
import type { ScriptNames } from '../../googlesql/resolver/context.ts'
import { typed, type Typed } from '../../googlesql/resolver/typed.ts'
import { nullOf, text } from '../../googlesql/duckdb_sql.ts'
import { STRING, type Type } from '../../googlesql/types.ts'
import type { TemporaryTables } from './temporary_tables.ts'

/** The name of a variable of the engine itself. No text can name it. */
export const unnamable = ''

export interface Variable {
  /** Its declared type, with the limits that an assigned value is held against. Its value's type has none. */
  type: Type
  value: Typed
}

/** The error that an exception handler handles. */
export interface Handled {
  error: unknown
  message: string | null
  /** Undefined if the error is not one statement's: a condition of IF or a loop. */
  statementText: string | undefined
}

/** The variables of one block or loop, and those around it. */
export class Frame {
  readonly #outer: Frame | undefined
  readonly #variables = new Map<string, Variable>()
  readonly #handled: Handled | undefined

  constructor(outer?: Frame, handled?: Handled) {
    this.#outer = outer
    this.#handled = handled
  }

  declare(name: string, value: Typed, type = value.type): void {
    this.#variables.set(name.toLowerCase(), { type, value })
  }

  find(name: string): Variable | undefined {
    return this.#variables.get(name.toLowerCase()) ?? this.#outer?.find(name)
  }

  /** Returns the error of the innermost exception handler around the statement. */
  handled(): Handled | undefined {
    return this.#handled ?? this.#outer?.handled()
  }
}

/** A place of the text that names a variable. */
export interface Use {
  at: number
  name: string
  type: Type
}

/** Returns the names of a statement in the frame. `uses` receives the variables that it reads. */
export function namesIn(frame: Frame, tables: TemporaryTables, uses: Map<number, Use>): ScriptNames {
  return {
    variable(name, at) {
      const variable = frame.find(name)
      if (variable && name !== unnamable) uses.set(at, { at, name, type: variable.value.type })
      return variable?.value
    },
    system(name) {
      const handled = frame.handled()
      if (name === 'error.message' && handled) return ofText(handled.message)
      if (name === 'error.statement_text' && handled?.statementText !== undefined)
        return ofText(handled.statementText)
      return undefined
    },
    temporaryTable: (name, create) => tables.reference(name, create),
  }
}

/** The names of a dynamic statement: it sees no variables. https://cloud.google.com/bigquery/docs/reference/standard-sql/procedural-language#execute_immediate */
export function dynamicNames(frame: Frame, tables: TemporaryTables): ScriptNames {
  return { ...namesIn(frame, tables, new Map()), variable: () => undefined }
}

function ofText(value: string | null): Typed {
  return typed(value === null ? nullOf(STRING) : `CAST(${text(value)} AS VARCHAR)`, STRING)
}
