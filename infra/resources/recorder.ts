/** Access: grants functions to append to a table that they can neither read nor change: `console` to `audit`, `translate` and `hook` to `receipts`. */
import { bigquery } from '@pulumi/gcp'
import { fullRoleName, mayAppend } from './access.ts'
import type { FunctionResource } from './function.ts'
import { inTurn } from './grant_order.ts'
import type { WarehouseResources } from './warehouse.ts'

/** Grants appending rows to a table, and neither reading nor changing them. */
export function grantRecorder(
  recorder: FunctionResource,
  tableName: 'audit' | 'receipts',
  warehouse: WarehouseResources,
): void {
  const table = warehouse.tables[tableName]
  const options = { parent: recorder }
  inTurn(
    table,
    options,
    (ordered) =>
      new bigquery.IamMember(
        `${tableName}-recorder-${recorder.name}`,
        {
          datasetId: table.datasetId,
          tableId: table.tableId,
          role: fullRoleName(warehouse.recorder),
          member: recorder.member,
        },
        ordered,
      ),
  )
  mayAppend(recorder, warehouse, options)
}
