/** Storage layer: stores messages of concurrent requests together. One that takes too long is tried again alone, beside the others. */
import type { Published } from '../event/read.ts'
import { groupCommit, type GroupLimits } from '../net/group_commit.ts'
import { storeBatch, type StorePorts, type StoreResult } from './store_batch.ts'

interface CommitOptions {
  groups: GroupLimits<Published>
  /** Called with each message that takes too long in its batch. */
  onSlow: (message: Published) => void
}

/** Returns the function that stores one message. Messages that took too long are tried one after the other, whatever number there is. */
export function createCommit(
  ports: StorePorts,
  { groups, onSlow }: CommitOptions,
): (message: Published) => Promise<StoreResult> {
  const together = groupCommit((batch: readonly Published[]) => storeBatch(ports, batch), groups)
  const alone = groupCommit(
    async (batch: readonly Published[]) =>
      (await storeBatch(ports, batch, { isAlone: true })) as readonly StoreResult[],
    { ...groups, maxItems: 1, inFlight: 1 },
  )
  return async (message) => {
    const result = await together(message)
    if (result.kind !== 'alone') return result
    onSlow(message)
    return alone(message)
  }
}
