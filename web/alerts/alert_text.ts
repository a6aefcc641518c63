/** Alerts: what each alert means, and where its rows and its act are. The names are those of docs/operations.md. Pure. */
import { withCount } from '../parts/format.ts'
import { link } from '../router.ts'

/** A row of question `alerts`. */
export interface ShownAlert {
  alert: string
  /** Destination, subscription, sync, action, reason of quarantine, event type or kind of run. */
  subject: string
  opened_at: string
  last_seen: string
  /** Pairs or messages. */
  items: number
  run_id: string | null
  event_name: string | null
  /** Of an outcome, or the message of a run. */
  reason: string | null
  /** Of the health check. */
  summary: string | null
  outcome: string | null
  example_event_id: string | null
  command: string | null
}

/** What somebody does about an alert: a link, or a command to copy. */
export interface AlertAct {
  text: string
  href: string
}

export interface AlertText {
  title: string
  meaning: string
  act: AlertAct
  /** Command that repairs it after the cause is fixed. */
  command: string | undefined
}

/** How bad an alert is, the worst first, as the severity in infra/observability/alerts.ts. */
const order = [
  'reconciliation',
  'dead-letters',
  'credentials',
  'destination-failing',
  'destination-silent',
  'forward-backlog',
  'quarantine-surge',
  'sync-late',
  'runs',
  'reconciliation-missing',
  'health-missing',
  'volume',
  'deprecated-type',
]

export function worstFirst(rows: readonly ShownAlert[]): readonly ShownAlert[] {
  const rank = ({ alert }: ShownAlert): number => {
    const index = order.indexOf(alert)
    return index < 0 ? order.length : index
  }
  return rows.toSorted(
    (one, other) => rank(one) - rank(other) || one.opened_at.localeCompare(other.opened_at),
  )
}

export function describeAlert(row: ShownAlert): AlertText {
  const { subject, items, reason, summary, command } = row
  const given = command === null || command === '' ? undefined : command
  switch (row.alert) {
    case 'dead-letters':
      return {
        title: `Dead letters of ${subject}`,
        meaning: `${withCount(items, 'message')} could not be delivered in all attempts.`,
        act: { text: 'Open the dead letters', href: link('dead', { range: '24h' }) },
        command: undefined,
      }
    case 'credentials':
      return {
        title: `${subject} does not accept its credentials`,
        meaning: `${withCount(items, 'event')} ${items === 1 ? 'is' : 'are'} held until they are renewed.`,
        act: { text: 'Open the events', href: link('events', waiting(subject, 'auth')) },
        command: undefined,
      }
    case 'forward-backlog':
      return {
        title: `Events wait for ${subject}`,
        meaning: `${withCount(items, 'event')} ${items === 1 ? 'has' : 'have'} waited for more than an hour.`,
        act: { text: 'Open the events', href: link('events', waiting(subject)) },
        command: undefined,
      }
    case 'runs':
      return {
        ...ofRun(row),
        title: `The run of ${subject} was stopped`,
        meaning: reason ?? 'It has failed.',
      }
    case 'reconciliation':
      return { ...ofRun(row), title: 'A promise is broken', meaning: reason ?? 'A count is not zero.' }
    case 'reconciliation-missing':
      return missing('The daily check of the promises has not run', 'npx sluice reconcile')
    case 'health-missing':
      return missing('The health has not been checked for more than an hour', 'npx sluice health')
    case 'quarantine-surge':
      return {
        title: 'More messages than usual are in quarantine',
        meaning: summary ?? '',
        act: {
          text: 'Open the messages',
          href: link('quarantine', { range: '24h', reason: subject }),
        },
        command: given,
      }
    case 'sync-late': {
      const [sync = '', destination = ''] = subject.split('/')
      return {
        title: `The sync ${sync} is late for ${destination}`,
        meaning: summary ?? '',
        act: { text: 'Open the sync', href: link(`automations/${sync}`) },
        command: given,
      }
    }
    case 'deprecated-type':
      return {
        title: `The deprecated type ${subject} is in use`,
        meaning: summary ?? '',
        act: { text: 'Open the event type', href: link(`catalogue/${encodeURIComponent(subject)}`) },
        command: given,
      }
    case 'volume':
      return {
        title: `An unusual number of ${subject === '' ? 'events' : subject}`,
        meaning: summary ?? '',
        act: { text: 'Open the events', href: link('events', { range: '24h', type: subject }) },
        command: given,
      }
    default:
      return {
        title: `${subject} is ${row.alert === 'destination-silent' ? 'silent' : 'failing'}`,
        meaning: summary ?? '',
        act: {
          text: 'Open the destination',
          href: link(`destinations/${encodeURIComponent(subject)}`),
        },
        command: given,
      }
  }
}

function waiting(to: string, reason?: string): Readonly<Record<string, string | undefined>> {
  return { range: '24h', to, outcome: 'deferred', reason }
}

function ofRun({ run_id: run }: ShownAlert): Pick<AlertText, 'act' | 'command'> {
  return { act: { text: 'Open the run', href: link('runs', { run: run ?? undefined }) }, command: undefined }
}

function missing(title: string, command: string): AlertText {
  return {
    title,
    meaning: 'Until it runs, nobody knows whether something is wrong.',
    act: { text: 'Open the runs', href: link('runs') },
    command,
  }
}

/** The section of docs/operations.md about an alert. */
export function runbookOf(alert: string): string {
  return `docs/operations.md#${alert}`
}
