/** Command line: the explanation of a stored event as lines of text. Pure. */
import { previewedRequests, requestText } from '../../schemas/delivery_preview.ts'
import type { AttemptRow } from '../../schemas/event_rows.ts'
import { hintKinds, type HintKind } from '../../schemas/warehouse/hints.ts'
import { printable } from '../terminal/printable.ts'
import type { DestinationJourney } from './destination_journey.ts'
import type { EventJourney } from './explain.ts'
import type { QuarantinedJourney } from './quarantined.ts'

export function journeyLines(journey: EventJourney): string[] {
  const { received_at: receivedAt, stored_at: storedAt, times_stored: times, connection, producer } = journey
  const after = Date.parse(storedAt) - Date.parse(receivedAt)
  return [
    `${journey.event_name} ${journey.event_id}`,
    fact('Happened', journey.event_time),
    fact('Received', `${receivedAt} through topic ${journey.topic}, message ${journey.message_id}`),
    ...(producer === null ? [] : [fact('Producer', producer)]),
    ...(connection === null ? [] : [fact('Connection', connection)]),
    ...(journey.reprocessed_from === null ? [] : [fact('Reprocessed', `from ${journey.reprocessed_from}`)]),
    fact(
      'Stored',
      `${storedAt}, ${after} ms after it was received; ${times === 1 ? 'once' : `${times} times`}`,
    ),
    fact(
      'Checked',
      `against ${journey.definition}: ${journey.violations.length === 0 ? 'it fits' : 'it does not fit'}`,
    ),
    ...journey.violations.map(
      ({ field, expected, got }) => `    ${field}: expected ${expected}${got === null ? '' : `; got ${got}`}`,
    ),
    ...journey.hints.map(
      ({ field, kind, did_you_mean: meant }) =>
        `    ${field}: did you mean ${meant}? ${hintKinds[kind as HintKind] ?? kind}`,
    ),
    ...journey.advice.map((text) => `    ${text}`),
    ...(journey.derived_fields.length === 0 ? [] : [fact('Derived', journey.derived_fields.join(', '))]),
    '  Event',
    ...indented(JSON.stringify(journey.event, null, 2), 4),
    '',
    ...(journey.destinations.length === 0
      ? ['No destination is configured.']
      : journey.destinations.flatMap(destinationLines)),
    ...journey.actions.map(
      ({ action, state, destination, outcome, reason, fired_at: at }) =>
        `Action ${action} (${state}) to ${destination}: ${outcome}, ${reason}, at ${at}`,
    ),
  ].map(printable)
}

function fact(name: string, value: string): string {
  return `  ${name.padEnd(12)}${value}`
}

function indented(text: string, spaces: number): string[] {
  return text.split('\n').map((line) => ' '.repeat(spaces) + line)
}

function destinationLines(journey: DestinationJourney): string[] {
  const { destination, outcome, reason, meaning, attempts, next } = journey
  return [
    `${destination}: ${outcome}${reason === null ? '' : ` (${reason})`}`,
    ...(outcome === 'delivered' ? [] : [`  ${meaning}`]),
    `  ${journey.decision_text}`,
    ...attempts.map((attempt) => `  ${attemptText(attempt)}`),
    ...nowLines(journey),
    ...(next === null ? [] : [`  Next: ${next}`]),
    '',
  ]
}

function attemptText(attempt: AttemptRow): string {
  const { settled_at: at, outcome, reason, http_status: status, detail, latency_ms: ms } = attempt
  return [
    attempt.replay_id === null ? `Attempt ${attempt.attempt}` : `Replay ${attempt.replay_id}`,
    at,
    reason === null ? outcome : `${outcome}: ${reason}`,
    ...(status === null ? [] : [`HTTP ${status}`]),
    `${ms} ms`,
    ...(detail === null ? [] : [detail]),
    ...(attempt.sent_without.length === 0 ? [] : [`sent without ${attempt.sent_without.join('; ')}`]),
  ].join('  ')
}

/** What would be sent now: what was sent is not kept. */
function nowLines({ now, rules_changed: rules, link_changed: link }: DestinationJourney): string[] {
  if (!now) return []
  const requests = previewedRequests(now)
  return [
    ...(now.permitted
      ? ['  Now: it would be sent.', ...(now.left_out ? [`    Without ${now.left_out.join('; ')}.`] : [])]
      : [`  Now: it would not be sent (${now.reason}).`]),
    ...(rules ? ['    The rules have changed since it was stored: they decide differently now.'] : []),
    ...(link ? ['    The link has changed since the last attempt: what was sent then may differ.'] : []),
    ...(requests.length === 0 && now.fields ? [`    Fields: ${Object.keys(now.fields).join(', ')}`] : []),
    ...requests.flatMap((request) => indented(requestText(request), 4)),
  ]
}

export function quarantinedLines(message: QuarantinedJourney): string[] {
  const { event_id: id, event_name: name, received_at: at, reason, suggestion, topic, violations } = message
  return [
    `Message ${id} is in quarantine: ${reason}`,
    fact('Received', `${at}${topic === null ? '' : ` through topic ${topic}`}`),
    fact('Event type', `${name || 'none'}${suggestion === null ? '' : `; did you mean ${suggestion}?`}`),
    ...violations.map(
      ({ field, expected, got }) => `    ${field}: expected ${expected}${got === null ? '' : `; got ${got}`}`,
    ),
    `  Next: ${message.next}`,
  ].map(printable)
}
