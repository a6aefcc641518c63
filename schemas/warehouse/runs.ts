/** Storage layer: describes table `runs`, the log of syncs, scheduled actions, replays, reprocessing, erasures and checks. Checks of the health
 * and searches for links are kept for two days. */
import { schedulerName } from '../run_request.ts'
import { nullable, required, type Table } from './column.ts'

/** Not partitioned, because it is small. One row per run, which the run updates. */
export const runs: Table = {
  name: 'runs',
  description:
    'Every run: its request, progress and result. An interrupted run continues from the position in its row.',
  clustering: ['kind', 'name', 'run_id'],
  columns: [
    required('run_id', 'STRING', 'Id of the run: the message id of the run request.'),
    required('kind', 'STRING', 'sync, action, replay, reprocess, erasure, reconcile, health or people.'),
    nullable('name', 'STRING', 'Name of the sync or action.'),
    nullable('destination', 'STRING', 'Id of the destination; null for an action with several.'),
    required(
      'state',
      'STRING',
      'waiting: for another run of its scope; running; settling: everything is sent, outcomes are pending; finished; blocked: a guard stopped it before anything was sent; cancelled; failed.',
    ),
    nullable('reason', 'STRING', 'Why the run was blocked, cancelled or failed.'),
    required('dry_run', 'BOOL', 'True if the run counts and changes nothing.'),
    required('request', 'JSON', 'The run request; of an erasure, without identities.'),
    required('counts', 'JSON', 'Counts so far, such as added, sent or delivered.'),
    nullable('position', 'JSON', 'Position from which an interrupted run continues.'),
    nullable('result', 'JSON', 'Result, such as the samples of a dry run or the receipt of an erasure.'),
    required('requested_at', 'TIMESTAMP', 'When the bus accepted the request.'),
    required('started_at', 'TIMESTAMP', 'When the run started.'),
    required('updated_at', 'TIMESTAMP', 'When the row was last updated.'),
    nullable('finished_at', 'TIMESTAMP', 'When the run ended in any state; null before that.'),
    required('cancel_requested', 'BOOL', 'True if the cancellation of the run was requested.'),
    nullable(
      'requested_by',
      'STRING',
      `Account that asked for the run, as Google verified it: of a person, from table audit; of a scheduled run ${schedulerName}. Null if nobody can be proved.`,
    ),
  ],
}
