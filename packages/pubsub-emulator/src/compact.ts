/** Compaction of the data of a Pub/Sub emulator that does not run. */
import { Broker } from './broker.ts'
import { Deadlines } from './deadlines.ts'
import { BrokerJournal } from './journal.ts'
import { Compaction } from './log/compaction.ts'
import { Log } from './log/log.ts'
import { recover, removeSegments } from './log/recovery.ts'
import { MessageStore } from './message_store.ts'

/** Removes messages that are no longer needed from a folder that no process has open. */
export async function compactPubsub(dir: string): Promise<void> {
  const { state, segments, superfluous } = recover(dir)
  const store = new MessageStore(0)
  const deadlines = new Deadlines()
  const log = new Log(dir, segments, Infinity)
  const broker = new Broker(
    { journal: new BrokerJournal(log), store, deadlines, configured: () => {} },
    state,
  )
  broker.sweep()
  await removeSegments(log, superfluous)
  await new Compaction({
    directory: dir,
    log,
    store,
    leastBytes: Infinity,
    snapshot: () => broker.snapshot(),
  }).all()
  deadlines.close()
  await log.close()
}
