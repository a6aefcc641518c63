/** Access: grants the function `console` to record operations in table `audit`, and nothing else. */
import { bigquery } from '@pulumi/gcp'
import { fullRoleName, mayAppend } from './access.ts'
import type { FunctionResource } from './function.ts'
import { inTurn } from './grant_order.ts'
import type { WarehouseResources } from './warehouse.ts'

/** Grants appending rows to `audit`, and neither reading nor changing them. */
export function grantRecorder(recorder: FunctionResource, warehouse: WarehouseResources): void {
  const { audit } = warehouse.tables
  const options = { parent: recorder }
  inTurn(
    audit,
    options,
    (ordered) =>
      new bigquery.IamMember(
        `audit-recorder-${recorder.name}`,
        {
          datasetId: audit.datasetId,
          tableId: audit.tableId,
          role: fullRoleName(warehouse.recorder),
          member: recorder.member,
        },
        ordered,
      ),
  )
  mayAppend(recorder, warehouse, options)
}
