/** Script engine: records the executed SQL for Google's analyzer, which knows no variables: they become parameters of the same type. */
import type { ParameterType } from '../../googlesql/resolver/parameter.ts'
import type { Type } from '../../googlesql/types.ts'
import { observeStatement, type Rewritten } from '../../recording.ts'
import type { Use } from './frame.ts'
import type { Bound, Run } from './run.ts'

export interface Observed {
  text: string
  /** The offset of the text in the script. */
  at: number
  /** The variables that the text turns out to name, once it is compiled. */
  uses: ReadonlyMap<number, Use>
  /** The values of USING. Undefined: the parameters of the query. */
  bound?: Bound
  /** True for an expression, which is recorded as a query. */
  isExpression?: boolean
}

/** Returns a function that records the text; call it once it is accepted. Does nothing for what cannot be told to the analyzer: system variables,
 * positional parameters beside variables, and temporary tables beside a default dataset. */
export function observeInScript(run: Run, { text, at, uses, bound, isExpression }: Observed): () => void {
  const { options, tables, temporary, warehouse } = run
  const parameters = bound ? [] : (options.parameters ?? [])
  const isTemporary = tables.isNamedIn(text)
  if (/@@|\b_SESSION\b/i.test(text) || (isTemporary && options.defaultDataset)) return () => {}
  const defaultDataset = isTemporary ? tables : options.defaultDataset
  const place = defaultDataset && { project: defaultDataset.project, dataset: defaultDataset.dataset }
  const observed = { project: options.project, defaultDataset: place, parameters, temporary }
  const accepted = observeStatement(text, warehouse.catalog, observed)
  return () => {
    if (uses.size > 0 && parameters.some(({ name }) => !name)) return
    const sql = withParameters(text, at, uses)
    const rewritten: Rewritten = {
      sql: isExpression ? `SELECT (${sql})` : sql,
      parameters: [
        ...parameters.map(({ name, parameterType }) => ({ name, type: parameterType ?? { type: 'STRING' } })),
        ...boundTypes(bound),
        ...[...new Map([...uses.values()].map((use) => [use.name.toLowerCase(), use])).values()].map(
          ({ name, type }) => ({ name: prefix + name, type: parameterTypeOf(type) }),
        ),
      ],
    }
    accepted(rewritten)
  }
}

/** Begins the names of the parameters that stand for variables, so that none has the name of a parameter of the script. */
const prefix = 'variable_'

/** Returns the text with a parameter for each name of a variable. */
function withParameters(text: string, at: number, uses: ReadonlyMap<number, Use>): string {
  // A comparison may ask for a name at its own place, for the partitions that it prunes.
  const isPlace = ({ at: place, name }: Use): boolean => {
    const found = /^`[^`]*`|^\w+/.exec(text.slice(place - at))?.[0].replaceAll('`', '')
    return found?.toLowerCase() === name.toLowerCase()
  }
  const places = [...uses.values()].filter(isPlace).map((use) => use.at)
  return places
    .toSorted((a, b) => b - a)
    .reduce((changed, place) => {
      const start = place - at
      const quote = changed[start] === '`' ? '`' : ''
      return `${changed.slice(0, start)}@${quote}${prefix}${changed.slice(start + quote.length)}`
    }, text)
}

function boundTypes(bound: Bound | undefined): Rewritten['parameters'] {
  if (!bound) return []
  return [
    ...[...bound.named].map(([name, { type }]) => ({ name, type: parameterTypeOf(type) })),
    ...bound.positional.map(({ type }) => ({ type: parameterTypeOf(type) })),
  ]
}

function parameterTypeOf(type: Type): ParameterType {
  if (type.kind === 'ARRAY') return { type: 'ARRAY', arrayType: parameterTypeOf(type.element) }
  if (type.kind !== 'STRUCT') return { type: type.kind === 'NULL' ? 'INT64' : type.kind }
  return {
    type: 'STRUCT',
    structTypes: type.fields.map(({ name, type: member }) => ({
      ...(name !== undefined && { name }),
      type: parameterTypeOf(member),
    })),
  }
}
