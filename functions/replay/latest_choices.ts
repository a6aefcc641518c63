/** Replay: applies what a person has chosen since an event. A later refusal counts; a later grant does not: the person had not agreed when the
 * event happened. Pure. */
import { consentSignals } from '../../schemas/link.ts'
import type { Event } from '../event/read.ts'
import { optOutOf, withOptOut } from '../privacy/opt_out.ts'

type Members = Readonly<Record<string, unknown>>

/** Returns the event with each later refusal, as if the producer had sent it; the same event if there is none. `choices`: rows of view
 * `consent_now` for the person, as JSON text. */
export function withLatestChoices(event: Event, choices: readonly unknown[]): Event {
  const value = choices.filter((row) => typeof row === 'string').reduce<Members>(refused, event.value)
  if (value === event.value) return event
  const changed = ['consent', 'limited_data_use'].filter((name) => value[name] !== event.value[name])
  const context = new Map(event.context)
  for (const name of changed) context.set(name, JSON.stringify(value[name]))
  const { id, name, time, receivedAt, topic, messageId, definition, hop, dataText, violations } = event
  return {
    id,
    name,
    time,
    receivedAt,
    topic,
    messageId,
    definition,
    hop,
    dataText,
    violations,
    context,
    value,
  }
}

/** Consent signals about advertising, all of which an unreadable opt-out denies. */
const adSignals = consentSignals.filter((signal) => signal.startsWith('ad_'))

function refused(value: Members, row: string): Members {
  const latest = JSON.parse(row) as Members
  const optOut = optOutOf(latest)
  const signals = [
    ...consentSignals.filter((signal) => latest[signal] === 'denied'),
    ...(optOut?.kind === 'unclear' ? adSignals : []),
  ]
  const told = withOptOut(value, optOut)
  if (signals.length === 0) return told
  const denied = Object.fromEntries(signals.map((signal) => [signal, 'denied']))
  const { consent } = told
  return { ...told, consent: { ...(typeof consent === 'object' ? consent : undefined), ...denied } }
}
