/** Storage layer: describes table `audit`: who asked for what. Contains no secrets, and no data of the people whom events are about. */
import { operations, operationOutcomes } from '../operation.ts'
import { nullable, required, type Table } from './column.ts'

/** Only the function `console` may append, and its role lacks what UPDATE and DELETE need (infra/resources/table_permissions.ts). Not erased:
 * every column has a closed form, in which no value of an event fits. */
export const audit: Table = {
  name: 'audit',
  description:
    'What people asked Sluice to do, through the console, the command line or the API. Append-only: an entry before it is done, and one with the outcome.',
  partition: 'recorded_at',
  clustering: ['operation', 'requested_by'],
  columns: [
    required('recorded_at', 'TIMESTAMP', 'When the entry was written.'),
    required('operation_id', 'STRING', 'Id of the operation, the same in its entries.'),
    required('operation', 'STRING', `${Object.keys(operations).join(', ')}.`),
    required(
      'outcome',
      'STRING',
      `${operationOutcomes.join(', ')}. asked: before it is done; if no other entry follows, the outcome is not known.`,
    ),
    required('requested_by', 'STRING', 'Email address of the caller, as BigQuery verified it.'),
    required('client', 'STRING', 'console, cli or api, as the caller says.'),
    nullable(
      'client_address',
      'STRING',
      'IP address of the caller, as the load balancer saw it; null without a load balancer.',
    ),
    nullable('user_agent', 'STRING', 'Program of the caller, as it says; shortened.'),
    nullable('target', 'STRING', 'Id of what it is about, such as a destination or name@version.'),
    nullable('run_id', 'STRING', 'Id of the run that was requested or cancelled.'),
    nullable('detail', 'JSON', 'Options, without conditions and without values that identify a person.'),
    nullable('reason', 'STRING', 'Code of the error; null unless refused.'),
  ],
}
