/** Command line: the explanation of an event that is not stored, as lines of text. Pure. */
import { previewedRequests, requestText, type DeliveryPreview } from '../../schemas/delivery_preview.ts'
import type { Explained } from '../../functions/console/explain.ts'
import { printable } from '../terminal/printable.ts'

/** `place`: where the event stands in its file. */
export function explainedLines(explained: Explained, place: string): string[] {
  const { valid, event_name: name = 'unnamed event', definition, table, violations, hints } = explained
  const { derived_fields: derived = [], destinations } = explained
  return [
    `${place}: ${name} is ${valid ? 'valid' : 'invalid'}; table ${table}`,
    ...(definition === undefined ? [] : [`  Checked against ${definition}`]),
    ...violations.map(({ field, description }) => `    ${field === '' ? '' : `${field}: `}${description}`),
    ...hints.map(({ field, description }) => `    ${field}: ${description}`),
    ...(derived.length === 0 ? [] : [`  Derived ${derived.join(', ')}`]),
    ...destinations.flatMap(previewLines),
  ].map(printable)
}

function previewLines(preview: DeliveryPreview): string[] {
  const { destination, permitted, rule, reason, meaning, left_out: leftOut, fields } = preview
  const by = rule === null ? '' : ` by rule ${rule}`
  const requests = previewedRequests(preview)
  const sent = requests.length > 0 ? requests.map(requestText) : [JSON.stringify(fields ?? {}, null, 2)]
  return [
    `  ${destination}: ${permitted ? `would be sent, permitted${by}` : `would not be sent${by} (${reason}). ${meaning}`}`,
    ...(leftOut ? [`    Without ${leftOut.join('; ')}.`] : []),
    ...(permitted ? sent.flatMap((text) => text.split('\n').map((line) => `    ${line}`)) : []),
  ]
}
