/** Compaction of a whole Pub/Sub that does not run: its log then holds what is still needed and nothing else. */
import { Broker } from './broker.ts'
import { Deadlines } from './deadlines.ts'
import { BrokerJournal } from './journal.ts'
import { Compaction } from './log/compaction.ts'
import { Log } from './log/log.ts'
import { recover, removeSegments } from './log/recovery.ts'
import { MessageStore } from './message_store.ts'

/** Compacts the directory of a Pub/Sub that nobody has open. */
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
