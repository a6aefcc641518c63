/** Differential test: compares the local BigQuery's compiler with Google's analyzer on one statement. */
import { Unsupported } from '../../../packages/bigquery-emulator/src/googlesql/index.ts'
import { bindParameter } from '../../../packages/bigquery-emulator/src/googlesql/resolver/parameter.ts'
import { typeName } from '../../../packages/bigquery-emulator/src/googlesql/types.ts'
import { stricterRules } from '../../../packages/bigquery-emulator/src/stricter.ts'
import type { Analyzer, OutputColumn } from '../analyzer.ts'
import { compile } from './compile.ts'
import type { Statement } from './corpus.ts'
import { excuses } from './excused.ts'
import { project, warehouse, type Schema } from './schema.ts'

export type Verdict =
  | { kind: 'bothAccept' | 'bothRefuse' }
  /** Accepted here, rejected by the analyzer, which is too old. */
  | { kind: 'excused'; feature: string }
  /** Rejected here, accepted by the analyzer; `feature` is undefined if docs/bigquery.md does not list it. */
  | { kind: 'stricter'; feature: string | undefined; message: string }
  /** Accepted here, rejected by the analyzer. */
  | { kind: 'laxer'; message: string }
  /** Accepted by both, with different names or types of columns. */
  | { kind: 'otherColumns'; here: string; there: string }

/** Compares the two. Throws if one of them fails internally. */
export async function compare(statement: Statement, schema: Schema, analyzer: Analyzer): Promise<Verdict> {
  const here = compile(statement, schema.catalog)
  const there = await analyzer.analyze(statement.sql, {
    tables: schema.tables,
    parameters: statement.parameters.map((parameter) => ({
      name: parameter.name,
      type: bindParameter(parameter).type,
    })),
    defaultDataset: { project, dataset: warehouse },
  })
  if (here.error && there.error) return { kind: 'bothRefuse' }
  if (here.error) {
    const { message } = here.error
    return { kind: 'stricter', feature: stricterFeature(here.error), message }
  }
  if (there.error) {
    const { message } = there.error
    const excuse = excuses.find(({ isMeant }) => isMeant(statement.sql, message))
    return excuse ? { kind: 'excused', feature: excuse.feature } : { kind: 'laxer', message }
  }
  if (!here.columns || !there.columns) return { kind: 'bothAccept' }
  const columns = {
    here: here.columns.map(({ name, type }) => `${name} ${typeName(type)}`).join(', '),
    there: described(rowColumns(there.columns)),
  }
  return columns.here === columns.there ? { kind: 'bothAccept' } : { kind: 'otherColumns', ...columns }
}

/** Returns the feature of docs/bigquery.md that a rejection is about. */
function stricterFeature(error: Error): string | undefined {
  const isByName = error instanceof Unsupported
  return stricterRules.find((rule) => rule.isByName === isByName && rule.message.test(error.message))?.feature
}

/** Expands the struct of SELECT AS STRUCT and AS VALUE into columns, which BigQuery does and the analyzer does not. */
function rowColumns(columns: readonly OutputColumn[]): readonly OutputColumn[] {
  const [only] = columns
  if (columns.length !== 1 || only?.type.kind !== 'STRUCT' || !/^\$(?:struct|value_column)$/.test(only.name))
    return columns
  return only.type.fields.map(({ name = '', type }) => ({ name, type }))
}

/** Returns names and types. The service names columns without a name or with a repeated one. */
function described(columns: readonly OutputColumn[]): string {
  const seen = new Map<string, number>()
  let nameless = 0
  return columns
    .map(({ name, type }) => {
      const base = name === '' || name.startsWith('$') ? `f${nameless++}_` : name
      const times = seen.get(base.toLowerCase()) ?? 0
      seen.set(base.toLowerCase(), times + 1)
      return `${times === 0 ? base : `${base}_${times}`} ${typeName(type)}`
    })
    .join(', ')
}
