/** Storage layer: describes table `health_alerts`, what the health check found and reported. */
import { nullable, required, type Table } from './column.ts'

/** The alerts of the health check, with what each is about. */
export const healthAlertNames = {
  'destination-failing': 'Id of the destination.',
  'destination-silent': 'Id of the destination.',
  'quarantine-surge': 'Reason of the quarantine.',
  volume: 'Event type, or empty for all of them.',
  'sync-late': 'Name of the sync and id of the destination: customer_profiles/crm.',
  'deprecated-type': 'Event type.',
} as const

export type HealthAlertName = keyof typeof healthAlertNames

/** One row per problem, from when it is found until it has recovered. Not partitioned, because it is small. */
export const healthAlerts: Table = {
  name: 'health_alerts',
  description:
    'Problems that the health check found. Each is reported once, and again only after it has recovered.',
  clustering: ['alert', 'subject'],
  columns: [
    required('alert', 'STRING', `${Object.keys(healthAlertNames).join(', ')}.`),
    required(
      'subject',
      'STRING',
      'Destination, reason of quarantine, event type, or sync and destination that the alert is about.',
    ),
    required('opened_at', 'TIMESTAMP', 'When the check found the problem.'),
    nullable('reported_at', 'TIMESTAMP', 'When the alert was logged; null before that.'),
    required('last_seen', 'TIMESTAMP', 'When the check last found the problem.'),
    nullable('recovered_at', 'TIMESTAMP', 'When the check no longer found it; null while it lasts.'),
    nullable('event_name', 'STRING', 'Event type that is affected; null for all.'),
    nullable('outcome', 'STRING', 'Most frequent outcome of the affected pairs.'),
    nullable('reason', 'STRING', 'Most frequent reason; of a late sync, the state of its latest run.'),
    required('summary', 'STRING', 'What happened, as a sentence.'),
    nullable('example_event_id', 'STRING', 'Id of an affected event.'),
    required(
      'command',
      'STRING',
      'Command that repairs it after the cause is fixed, or that shows the cause.',
    ),
  ],
}
