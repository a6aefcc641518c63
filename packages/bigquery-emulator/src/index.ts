/** BigQuery emulator: the REST API of BigQuery over one DuckDB file, for the official clients, the bq CLI and SQL dashboards. */
import { join } from 'node:path'
import { allowAll, type Access } from '../../gcp-identity/src/access.ts'
import { compactDatabase } from './duckdb/compact.ts'
import { CloudStorage } from './rest/cloud_storage.ts'
import { identifyCaller } from './rest/caller.ts'
import { withTablePolicies } from './rest/iam.ts'
import { Router } from './rest/router.ts'
import { listen, type Identify } from './server.ts'
import { Warehouse } from './warehouse/warehouse.ts'

export type { Access, Caller } from '../../gcp-identity/src/access.ts'

export interface BigqueryOptions {
  /** Folder of the data. It is created if it doesn't exist. Only one process can open it at a time. */
  dir: string
  /** The port on 127.0.0.1. Default: a free one. */
  port?: number
  /** Identifies the caller of a request with an Authorization header and checks its permissions. Requests without the header are
   * allowed everything. Default: every token is accepted and allowed everything. */
  access?: Access
  /** The project of table names without a project. */
  project: string
  /** Origin of a Cloud Storage emulator, for jobs that load from gs:// or extract to it. Default: they are refused. */
  storage?: string | undefined
  /** Receives what the user should know, such as a full disk. Default: the standard error stream. */
  warn?: (line: string) => void
}

export interface Bigquery {
  /** Origin of the API, such as `http://127.0.0.1:9050`: the value of `BIGQUERY_EMULATOR_HOST`. */
  url: string
  /** Finishes the requests in flight, then closes the server and the data. A script that does not end within five seconds is cut off. */
  close: () => Promise<void>
}

/** Opens the data and starts the server on 127.0.0.1. Throws if the port is in use or another process has the data open. */
export async function openBigquery(options: BigqueryOptions): Promise<Bigquery> {
  const { dir, port = 0, access = allowAll, project, storage, warn = console.error } = options
  const warehouse = await Warehouse.open(dir, warn)
  try {
    const withPolicies = withTablePolicies(access, warehouse.catalog)
    const identify: Identify = (authorization) =>
      identifyCaller(authorization, withPolicies, warehouse.catalog)
    const router = new Router(
      warehouse,
      project,
      storage === undefined ? undefined : new CloudStorage(storage),
    )
    const { server, url } = await listen(router, identify, port)
    return {
      url,
      close: async () => {
        const closed = new Promise((resolve) => server.close(resolve))
        server.closeIdleConnections()
        router.close()
        await closed
        await warehouse.close()
      },
    }
  } catch (error) {
    await warehouse.close()
    throw error
  }
}

/** Removes deleted rows from the file of a folder that no process has open. After a crash the file is either the old or the new one. */
export function compactBigquery(dir: string): Promise<void> {
  return compactDatabase(join(dir, 'warehouse.duckdb'))
}
