/** Translation layer: appends receipts to table `receipts` in the background. Events come first: a receipt never delays or fails a request. */
import { randomUUID } from 'node:crypto'
import { tables } from '../../../schemas/warehouse.ts'
import { insertAll, insertLimits, type RowText } from '../../google/bigquery.ts'
import { groupCommit } from '../../net/group_commit.ts'
import { finishBeforeExit } from '../../serving/drain.ts'
import { logEntry } from '../../serving/log.ts'
import type { FollowPorts } from '../../storage/follow.ts'

/** Maximum number of receipts that wait. Further ones are lost. */
const maxWaiting = 2000
const maxAttempts = 3

/** Returns a function that takes the JSON text of a receipt. The loss of receipts is logged with their number. */
export function openReceipts({
  env,
  project,
  dataset,
  authorization,
  wait,
}: FollowPorts): (receipt: string) => void {
  const table = { project, dataset, table: tables.receipts.name }
  const waiting = new Set<Promise<void>>()
  let lost = 0

  const append = async (rows: readonly RowText[]): Promise<readonly boolean[]> => {
    const written = rows.map(() => false)
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const left = [...rows.keys()].filter((index) => !written[index])
      const results = await insertAll(
        env,
        table,
        Promise.resolve(authorization()),
        left.map((index) => rows[index]!),
      )
      left.forEach((index, at) => (written[index] = results[at]!.kind === 'written'))
      if (!results.some(({ kind }) => kind === 'retry')) break
      if (attempt < maxAttempts) await wait(250 * 2 ** attempt)
    }
    return written
  }

  const add = groupCommit(append, {
    maxItems: insertLimits.rows,
    maxBytes: insertLimits.bytes,
    bytesOf: ({ json }) => json.length,
    inFlight: 1,
  })

  const lose = (): void => {
    lost++
    if (lost > 1) return
    // One entry for all that are lost in the same second.
    setTimeout(() => {
      logEntry('WARNING', 'receipts were not written to table receipts', { receipts: lost })
      lost = 0
    }, 1000).unref()
  }

  finishBeforeExit(() => Promise.all(waiting))

  return (json) => {
    if (waiting.size >= maxWaiting) return lose()
    const task: Promise<void> = add({ insertId: randomUUID(), json })
      .then((isWritten) => (isWritten ? undefined : lose()), lose)
      .finally(() => waiting.delete(task))
    waiting.add(task)
  }
}
