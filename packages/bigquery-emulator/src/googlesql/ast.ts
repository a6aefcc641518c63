/** GoogleSQL compiler: defines the syntax tree of a query, before names are resolved. */
import type { ScalarKind, Type } from './types.ts'

/** Offset in the query text, for error messages. */
interface Placed {
  at: number
}

export type LiteralKind = Exclude<ScalarKind, 'INTERVAL' | 'GEOGRAPHY'>
export type CivilKind = 'DATE' | 'DATETIME' | 'TIME' | 'TIMESTAMP'

export type Literal = Placed & { kind: 'literal'; type: LiteralKind; text: string }
export type Identifier = Placed & { kind: 'identifier'; path: string[] }
export type Interval = Placed & {
  kind: 'interval'
  amount: Expression
  part: string
  to?: string | undefined
}

export type Cast = Placed & {
  kind: 'cast'
  value: Expression
  /** May have parameters: `NUMERIC(10, 2)`. */
  type: Type
  safe: boolean
  format?: Expression | undefined
}

export type Case = Placed & {
  kind: 'case'
  operand?: Expression | undefined
  branches: { when: Expression; result: Expression }[]
  otherwise?: Expression | undefined
}

export type StructConstructor = Placed & {
  kind: 'struct'
  type?: Type | undefined
  /** True for `STRUCT(a)`, whose members are named after columns. False for `(a, b)`, whose members are anonymous. */
  named: boolean
  members: { value: Expression; alias?: string | undefined }[]
}

export type Call = Placed & {
  kind: 'call'
  name: string[]
  safe: boolean
  args: Expression[]
  star?: boolean
  distinct?: boolean
  nulls?: 'IGNORE' | 'RESPECT' | undefined
  having?: { extreme: 'MAX' | 'MIN'; value: Expression } | undefined
  where?: Expression | undefined
  order?: Ordering[] | undefined
  limit?: Expression | undefined
  over?: WindowSpec | undefined
}

export type Expression =
  | Literal
  | Identifier
  | Interval
  | Cast
  | Case
  | StructConstructor
  | Call
  | (Placed & { kind: 'null' })
  | (Placed & { kind: 'default' })
  | (Placed & { kind: 'parenthesized'; value: Expression })
  | (Placed & { kind: 'parameter'; name?: string; index?: number })
  | (Placed & { kind: 'systemVariable'; name: string })
  | (Placed & { kind: 'field'; value: Expression; name: string })
  | (Placed & { kind: 'element'; value: Expression; access: ElementAccess; index: Expression })
  | (Placed & { kind: 'unary'; operator: string; value: Expression })
  | (Placed & { kind: 'binary'; operator: string; left: Expression; right: Expression })
  | (Placed & { kind: 'is'; value: Expression; what: 'NULL' | 'TRUE' | 'FALSE'; not: boolean })
  | (Placed & { kind: 'distinctFrom'; left: Expression; right: Expression; not: boolean })
  | (Placed & { kind: 'between'; value: Expression; low: Expression; high: Expression; not: boolean })
  | (Placed & { kind: 'like'; value: Expression; pattern: Expression; not: boolean })
  | (Placed & {
      kind: 'likeAny'
      value: Expression
      quantifier: 'ANY' | 'ALL'
      patterns: Expression[]
      not: boolean
    })
  | (Placed & { kind: 'inList'; value: Expression; list: Expression[]; not: boolean })
  | (Placed & { kind: 'inArray'; value: Expression; array: Expression; not: boolean })
  | (Placed & { kind: 'inQuery'; value: Expression; query: Query; not: boolean })
  | (Placed & { kind: 'array'; element?: Type | undefined; items: Expression[] })
  | (Placed & { kind: 'scalarQuery'; query: Query })
  | (Placed & { kind: 'arrayQuery'; query: Query })
  | (Placed & { kind: 'exists'; query: Query })
  | (Placed & { kind: 'extract'; part: string; value: Expression; zone?: Expression | undefined })
  | (Placed & { kind: 'datePart'; part: string })
  | (Placed & { kind: 'namedArgument'; name: string; value: Expression })
  | (Placed & { kind: 'lambda'; parameters: string[]; body: Expression })
  | (Placed & { kind: 'with'; variables: { name: string; value: Expression }[]; body: Expression })

export type ElementAccess = 'PLAIN' | 'OFFSET' | 'ORDINAL' | 'SAFE_OFFSET' | 'SAFE_ORDINAL'

export interface Ordering {
  value: Expression
  descending: boolean
  nulls?: 'FIRST' | 'LAST' | undefined
}

export type FrameBound =
  | { kind: 'UNBOUNDED PRECEDING' | 'UNBOUNDED FOLLOWING' | 'CURRENT ROW' }
  | { kind: 'PRECEDING' | 'FOLLOWING'; value: Expression }

export type WindowSpec = Placed & {
  kind: 'window'
  base?: string | undefined
  partition?: Expression[] | undefined
  order?: Ordering[] | undefined
  frame?: { unit: 'ROWS' | 'RANGE'; start: FrameBound; end?: FrameBound | undefined } | undefined
}

export type TablePath = Placed & { parts: string[]; quoted?: string | undefined }

export type SelectItem =
  | (Placed & { kind: 'item'; value: Expression; alias?: string | undefined })
  | (Placed & {
      kind: 'star'
      of?: Expression | undefined
      except: string[]
      replace: { value: Expression; name: string }[]
    })

export type GroupItem =
  | { kind: 'key'; value: Expression; alias?: string | undefined; direction?: 'ASC' | 'DESC' | undefined }
  | { kind: 'rollup' | 'cube'; values: Expression[] }
  | { kind: 'sets'; sets: { kind: 'set' | 'rollup' | 'cube'; values: Expression[] }[] }
  | { kind: 'empty' }

export type Grouping = { all: true } | { all: false; items: GroupItem[] }

export type Select = Placed & {
  kind: 'select'
  distinct: boolean
  as?: 'STRUCT' | 'VALUE' | undefined
  items: SelectItem[]
  from?: From | undefined
  where?: Expression | undefined
  group?: Grouping | undefined
  having?: Expression | undefined
  qualify?: Expression | undefined
  windows: { name: string; spec: WindowSpec }[]
}

export type SetOperation = Placed & {
  kind: 'setOperation'
  operator: 'UNION' | 'EXCEPT' | 'INTERSECT'
  all: boolean
  byName: boolean
  left: QueryBody
  right: QueryBody
}

export type QueryBody =
  | Select
  | SetOperation
  | (Placed & { kind: 'subquery'; query: Query })
  | (Placed & { kind: 'from'; from: From })

export type Query = Placed & {
  recursive: boolean
  with: { name: string; query: Query }[]
  body: QueryBody
  order?: Ordering[] | undefined
  limit?: Expression | undefined
  offset?: Expression | undefined
  pipes: Pipe[]
}

export type Pivot = Placed & {
  kind: 'pivot'
  aggregates: { value: Expression; alias?: string | undefined }[]
  by: Expression
  values: { value: Expression; alias?: string | undefined }[]
  alias?: string | undefined
}

export type Unpivot = Placed & {
  kind: 'unpivot'
  values: string[]
  name: string
  groups: { columns: string[]; label?: Expression | undefined }[]
  includeNulls: boolean
  alias?: string | undefined
}

export type JoinKind = 'CROSS' | 'INNER' | 'LEFT' | 'RIGHT' | 'FULL'

export type From =
  | (Placed & {
      kind: 'table'
      path: TablePath
      alias?: string | undefined
      offset?: string | undefined
      pivots: (Pivot | Unpivot)[]
    })
  | (Placed & { kind: 'derived'; query: Query; alias?: string | undefined; pivots: (Pivot | Unpivot)[] })
  | (Placed & { kind: 'unnest'; array: Expression; alias?: string | undefined; offset?: string | undefined })
  | (Placed & {
      kind: 'join'
      join: JoinKind
      left: From
      right: From
      on?: Expression | undefined
      using?: string[] | undefined
    })

export type Pipe = Placed &
  (
    | { kind: 'where'; condition: Expression }
    | {
        kind: 'select'
        distinct: boolean
        items: SelectItem[]
        windows: { name: string; spec: WindowSpec }[]
      }
    | { kind: 'extend'; items: SelectItem[] }
    | { kind: 'set'; assignments: { name: string; value: Expression }[] }
    | { kind: 'drop'; names: string[] }
    | { kind: 'rename'; names: { from: string; to: string }[] }
    | { kind: 'as'; alias: string }
    | { kind: 'distinct' }
    | { kind: 'order'; order: Ordering[] }
    | { kind: 'limit'; limit: Expression; offset?: Expression | undefined }
    | {
        kind: 'aggregate'
        items: SelectItem[]
        directions: ('ASC' | 'DESC' | undefined)[]
        group: GroupItem[]
        ordered: boolean
      }
    | { kind: 'join'; join: JoinKind; right: From; on?: Expression | undefined; using?: string[] | undefined }
    | {
        kind: 'setOperation'
        operator: SetOperation['operator']
        all: boolean
        byName: boolean
        queries: Query[]
      }
    | { kind: 'pivot'; pivots: (Pivot | Unpivot)[] }
  )
