/** SQL lint: runs Google's SQL analyzer on one statement. Returns its columns, or the error. */
import { status, type ServiceError } from '@grpc/grpc-js'
import type { Type } from '../../packages/bigquery-emulator/src/googlesql/index.ts'
import { catalogProto, type AnalyzerTable, type Place } from './catalog.ts'
import { installAnalyzer } from './install.ts'
import { bigQueryLanguage, type LanguageOptions } from './language.ts'
import { functionProtos } from './later_functions.ts'
import { splitPaths, type SplitText } from './paths.ts'
import { protoOf, typeOfProto, type TypeProto } from './proto_types.ts'
import { startServer, type Server } from './server.ts'

export type { AnalyzerColumn, AnalyzerTable } from './catalog.ts'

export interface AnalyzeOptions {
  /** The tables and views that exist. Pass the same array for many statements: its catalog is then sent once. */
  tables?: readonly AnalyzerTable[]
  /** Query parameters; positional if the first has no name. */
  parameters?: readonly { name?: string | undefined; type: Type }[]
  /** Tables of this project are found as `dataset.table`. Default: that of `defaultDataset`; without it, tables of every project. */
  project?: string | undefined
  /** Tables of this dataset are found by their short name. */
  defaultDataset?: Place | undefined
}

export interface OutputColumn {
  /** For a column without a name: `$col` and its number, from 1. */
  name: string
  type: Type
}

export type Analysis =
  /** `columns` is undefined if the statement is not a query. */
  | { error?: undefined; columns: readonly OutputColumn[] | undefined }
  | { error: { message: string; /** `line:column`, both from 1. */ place: string | undefined } }

export interface Analyzer {
  /** Analyzes one statement; a semicolon may end it. Rejects only if the analyzer itself fails. */
  analyze: (sql: string, options?: AnalyzeOptions) => Promise<Analysis>
  stop: () => Promise<void>
}

interface QueryStatement {
  outputColumnList?: { name: string; column: { type: TypeProto } }[]
}

interface AnalyzeResponse {
  resolvedStatement?: { resolvedQueryStmtNode?: QueryStatement | null } | null
}

/** Failures of the server, not of a statement. */
const failures = new Set([status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED, status.UNKNOWN])
const maxCatalogs = 64

/** Installs the analyzer if necessary and starts it. It ends with this process. */
export async function startAnalyzer(): Promise<Analyzer> {
  const server = await startServer(await installAnalyzer())
  const maximum = await server.call<LanguageOptions>('GetLanguageOptions', { maximumFeatures: true })
  const languageOptions = bigQueryLanguage(maximum)
  const catalogs = openCatalogs(server, languageOptions)
  return {
    analyze: async (sql, options = {}) => {
      const { parameters = [], tables = [] } = options
      const paths = pathsOf(tables)
      const split = splitPaths(sql, (path) => paths.has(path.toLowerCase()))
      const isNamed = parameters[0]?.name !== undefined
      const request = {
        sqlStatement: split.text,
        registeredCatalogId: await catalogs.idOf(options),
        options: {
          languageOptions,
          defaultTimezone: 'UTC',
          errorMessageMode: 'ERROR_MESSAGE_ONE_LINE',
          pruneUnusedColumns: true,
          ...(isNamed
            ? { queryParameters: parameters.map(({ name, type }) => ({ name, type: protoOf(type) })) }
            : parameters.length > 0 && {
                parameterMode: 'PARAMETER_POSITIONAL',
                positionalQueryParameters: parameters.map(({ type }) => protoOf(type)),
              }),
        },
      }
      try {
        return read(await server.call<AnalyzeResponse>('Analyze', request))
      } catch (error) {
        return refusal(error as ServiceError, split)
      }
    },
    stop: server.stop,
  }
}

function read({ resolvedStatement }: AnalyzeResponse): Analysis {
  const list = resolvedStatement?.resolvedQueryStmtNode?.outputColumnList
  return { columns: list?.map(({ name, column }) => ({ name, type: typeOfProto(column.type) })) }
}

function refusal(error: ServiceError, split: SplitText): Analysis {
  if (failures.has(error.code)) throw error
  const [, message, place] = /^(.*?)(?: \[at (\d+:\d+)\])?$/s.exec(error.details)!
  return { error: { message: message!, place: place === undefined ? undefined : split.original(place) } }
}

const pathSets = new WeakMap<readonly AnalyzerTable[], ReadonlySet<string>>()

/** Returns the table names, in lower case, that a statement may write in one pair of backquotes. */
function pathsOf(tables: readonly AnalyzerTable[]): ReadonlySet<string> {
  let paths = pathSets.get(tables)
  if (paths === undefined) {
    const all = tables.flatMap(({ project, dataset, table }) => [
      `${project}.${dataset}.${table}`,
      `${dataset}.${table}`,
      `${project}.${dataset}`,
      table,
    ])
    pathSets.set(tables, (paths = new Set(all.map((path) => path.toLowerCase()))))
  }
  return paths
}

/** Catalogs at the server, by content. The least recently used one is removed first. */
function openCatalogs(server: Server, languageOptions: LanguageOptions) {
  const ids = new Map<string, Promise<number>>()
  const keys = new WeakMap<readonly AnalyzerTable[], string>()
  const none: readonly AnalyzerTable[] = []
  const register = async (tables: readonly AnalyzerTable[], options: AnalyzeOptions): Promise<number> => {
    const { defaultDataset, project = defaultDataset?.project } = options
    const simpleCatalog = {
      ...catalogProto(tables, project, defaultDataset),
      builtinFunctionOptions: { languageOptions },
      customFunction: functionProtos(),
    }
    const { registeredId } = await server.call<{ registeredId: number }>('RegisterCatalog', { simpleCatalog })
    return registeredId
  }
  return {
    idOf: async (options: AnalyzeOptions): Promise<number> => {
      const { tables = none, project, defaultDataset } = options
      let tablesKey = keys.get(tables)
      if (tablesKey === undefined) keys.set(tables, (tablesKey = JSON.stringify(tables)))
      const key = JSON.stringify([project, defaultDataset, tablesKey])
      const id = ids.get(key) ?? register(tables, options)
      ids.delete(key)
      ids.set(key, id)
      if (ids.size > maxCatalogs) {
        const [oldestKey, oldest] = ids.entries().next().value!
        ids.delete(oldestKey)
        await server.call('UnregisterCatalog', { registeredId: await oldest })
      }
      return id
    },
  }
}
