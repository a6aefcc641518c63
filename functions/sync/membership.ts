/** Sync: decides for each member of a list of people whose row has changed, or who may be suppressed, whether they may stay. Who may not is
 * removed by the delivered identifiers. */
import { neededConsent } from '../decision/consent.ts'
import { decideOne } from '../dispatch/dispatch.ts'
import { eventOfChange, isUnreadable, type ChangedRow } from '../event/row_event.ts'
import { targetOf } from '../targets/registry.ts'
import { tables } from '../../schemas/warehouse.ts'
import { changedRow, changedRowColumns } from './changed_row.ts'
import { removalId } from './change_id.ts'
import type { Blocked } from './guards.ts'
import { secondsLeft, type ModelColumn, type SyncJob } from './job.ts'
import { suppressedStatement } from './listed.ts'

/** Why a person is removed whatever the guards say, as a GoogleSQL list. */
const withdrawals = ['consent_denied', 'opted_out', 'opt_out_unclear', 'suppressed']
  .map((cause) => `'${cause}'`)
  .join(', ')

/** Condition for the lines of a removal that no guard holds back. */
export const isWithdrawal = `IFNULL(cause IN (${withdrawals}), FALSE)`

/** Maximum number of removals in one statement. */
const maxIds = 5000

/** Seconds that must be left to decide on one more page. */
const pageSeconds = 10

/** Blocks if the destination needs consent and the model has none: that nobody states it is no denial. */
export function consentGuard(
  { destinationPorts: { destination } }: Pick<SyncJob, 'destinationPorts'>,
  columns: readonly ModelColumn[],
): Blocked | undefined {
  const { purpose, audience } = targetOf(destination.target)
  const signals = destination.consent ?? neededConsent(purpose, audience?.consent)
  if (signals.length === 0 || columns.some(({ name }) => name === 'consent')) return undefined
  return {
    guard: 'consent_missing',
    message: `the model has no column consent, but ${destination.id} needs ${signals.join(', ')}.`,
  }
}

/** Makes removals of the changes of people who may not be on the list. Idempotent. `retry`: there was not enough time. */
export async function decideMembers(job: SyncJob): Promise<Blocked | 'retry' | undefined> {
  const { ports, destinationPorts, statementParameters } = job
  const { warehouse } = ports
  const changes = warehouse.locate(tables.sync_changes.name)
  const found = new Map<string, string[]>()
  let failed = 0
  const remove = async (): Promise<void> => {
    for (const [cause, ids] of found)
      await warehouse.change(
        `UPDATE ${changes}
SET change = 'removed', cause = @cause, row_hash = NULL, row_data = previous, event_id = ${removalId('event_id')}
WHERE run_id = @run AND change IN ('changed', 'listed') AND event_id IN UNNEST(@ids)`,
        { ...statementParameters, cause: ['STRING', cause], ids: [['STRING'], ids] },
      )
    found.clear()
  }
  const pages = warehouse.pages(
    `SELECT ${changedRowColumns} FROM ${changes} WHERE run_id = @run AND change IN ('changed', 'listed')`,
    statementParameters,
  )
  for await (const page of pages) {
    if (secondsLeft(job) < pageSeconds) return 'retry'
    await ports.refreshSuppressions()
    for (const line of page) {
      const row = changedRow(line)
      const cause = causeOf(job, row)
      if (cause === 'rule_error') failed++
      else if (cause !== undefined)
        found
          .set(cause, found.get(cause) ?? [])
          .get(cause)!
          .push(row.eventId)
    }
    if ([...found.values()].reduce((sum, { length }) => sum + length, 0) > maxIds) await remove()
  }
  await remove()
  await warehouse.change(
    `UPDATE ${changes}
SET change = 'unchanged', event_id = NULL, row_hash = NULL, row_data = NULL, previous = NULL, noticed_at = NULL, backfill = NULL
WHERE run_id = @run AND change = 'listed'`,
    statementParameters,
  )
  if (failed === 0) return undefined
  const message = `a rule of ${destinationPorts.destination.id} failed to evaluate for ${failed} members.`
  return { guard: 'rule_error', message }
}

/** Why a member must be removed; undefined for one who stays. A row that is not a valid event of its type changes nothing,
 * unless the suppression list may have the person. */
function causeOf({ sync, registry, destinationPorts }: SyncJob, row: ChangedRow): string | undefined {
  const event = eventOfChange(sync, row, registry)
  if (isUnreadable(event)) return row.change === 'listed' ? 'suppressed' : undefined
  const decision = decideOne(destinationPorts, event)
  if (!decision) throw new Error('The suppression list is not loaded.')
  return decision.permitted ? undefined : decision.reason
}

/** Keeps of the lines of a blocked run only the removals that no guard holds back, and finds those of suppressed people if the model was not
 * compared. Returns their number. */
export async function keepWithdrawals(job: SyncJob): Promise<number> {
  const { ports, run, statementParameters } = job
  const { warehouse } = ports
  const changes = warehouse.locate(tables.sync_changes.name)
  const count = async (condition: string): Promise<number> => {
    const [row] = await warehouse.rows(
      `SELECT COUNT(*) AS found FROM ${changes} WHERE run_id = @run AND ${condition}`,
      statementParameters,
    )
    return Number(row?.['found'] ?? 0)
  }
  if ((await count('TRUE')) === 0)
    await warehouse.change(suppressedStatement(warehouse.locate), {
      ...statementParameters,
      now: ['TIMESTAMP', run.startedAt],
    })
  await warehouse.change(
    `DELETE FROM ${changes} WHERE run_id = @run AND NOT (${isWithdrawal})`,
    statementParameters,
  )
  return count(isWithdrawal)
}
