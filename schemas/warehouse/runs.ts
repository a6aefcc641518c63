/** Storage layer: the `runs` table, the log of all work over the warehouse: syncs, scheduled actions, replays, reprocessing, erasures, checks. */
import { nullable, required, type Table } from './column.ts'

/** Small, so not partitioned; one row per run, which the run itself keeps up to date. */
export const runs: Table = {
  name: 'runs',
  description:
    'Every run over the warehouse: what was asked for, how far it is and how it ended. A run that stops in the middle goes on where its row says.',
  clustering: ['kind', 'name', 'run_id'],
  columns: [
    required('run_id', 'STRING', 'Identity of the run: the id of the message that asked for it.'),
    required('kind', 'STRING', 'sync, action, replay, reprocess, erasure or reconcile.'),
    nullable('name', 'STRING', 'Name of the sync or action.'),
    nullable('destination', 'STRING', 'Id of the destination that the run sends to.'),
    required(
      'state',
      'STRING',
      'waiting: another run of its scope has not ended; running; settling: all is sent, not every outcome is known; finished; blocked: a guard stopped it before anything was sent; cancelled; failed.',
    ),
    nullable('reason', 'STRING', 'Why it was blocked, cancelled or failed.'),
    required('dry_run', 'BOOL', 'Whether it only told what it would do.'),
    required('request', 'JSON', 'What was asked for. Of an erasure, without the identities.'),
    required('counts', 'JSON', 'How many of what so far, such as added, sent or delivered.'),
    nullable('position', 'JSON', 'Where it goes on after an interruption.'),
    nullable('result', 'JSON', 'What it found: samples of a dry run, the receipt of an erasure.'),
    required('requested_at', 'TIMESTAMP', 'When the bus took the request.'),
    required('started_at', 'TIMESTAMP', 'When it began.'),
    required('updated_at', 'TIMESTAMP', 'When this row was last brought up to date.'),
    nullable('finished_at', 'TIMESTAMP', 'When it ended, however it did; null while it goes on.'),
    required('cancel_requested', 'BOOL', 'Whether someone asked it to stop.'),
  ],
}
