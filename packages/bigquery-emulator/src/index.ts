/** The embedded BigQuery: the REST API of BigQuery over one DuckDB file, for the official client, the bq CLI and SQL dashboards. */
import type { Access } from '../../gcp-identity/src/access.ts'
import { identifyCaller } from './rest/caller.ts'
import { Router } from './rest/router.ts'
import { listen, type Identify } from './server.ts'
import { Warehouse } from './warehouse/warehouse.ts'

export interface BigqueryOptions {
  /** Holds warehouse.duckdb; created when absent. Only one process may have it open. */
  dir: string
  /** 0 picks a free port. */
  port: number
  access: Access
  /** The project of table names that name none. */
  project: string
}

export interface Bigquery {
  /** Where the API answers, such as `http://127.0.0.1:8082`. */
  url: string
  /** Lets requests in flight finish, then closes the file. */
  close(): Promise<void>
}

export async function openBigquery({ dir, port, access, project }: BigqueryOptions): Promise<Bigquery> {
  const warehouse = await Warehouse.open(dir)
  try {
    const identify: Identify = (authorization) => identifyCaller(authorization, access, warehouse.catalog)
    const { server, url } = await listen(new Router(warehouse, project), identify, port)
    return {
      url,
      close: async () => {
        const closed = new Promise((resolve) => server.close(resolve))
        server.closeIdleConnections()
        await closed
        await warehouse.close()
      },
    }
  } catch (error) {
    await warehouse.close()
    throw error
  }
}
