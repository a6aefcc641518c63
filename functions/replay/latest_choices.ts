/** Replay: applies what a person has chosen since an event. A later refusal counts; a later grant does not: the person had not agreed when the
 * event happened. Pure. */
import { consentSignals } from '../../schemas/link.ts'
import type { Event } from '../event/read.ts'
import { isObject } from '../event/split_fields.ts'
import { optOutOf } from '../privacy/opt_out.ts'

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

function refused(value: Members, row: string): Members {
  const latest = JSON.parse(row) as Members
  const optOut = optOutOf(latest)
  const told = optOut && value['limited_data_use'] !== true ? { ...value, limited_data_use: true } : value
  const consent = isObject(value['consent']) ? value['consent'] : {}
  const signals = consentSignals.filter(
    (signal) =>
      consent[signal] !== 'denied' &&
      (latest[signal] === 'denied' ||
        optOut?.denied.includes(signal) ||
        (optOut?.kind === 'unclear' && signal.startsWith('ad_'))),
  )
  if (signals.length === 0) return told
  const denied = Object.fromEntries(signals.map((signal) => [signal, 'denied']))
  return { ...told, consent: { ...consent, ...denied } }
}
