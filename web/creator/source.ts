/** Creator: keeps the pasted text and analyzes it. */
import { computed, signal } from '@preact/signals'
import type { TranslationInput } from '../../schemas/translation.ts'
import type { FieldInference } from '../../functions/translation/inference/infer.ts'
import { chosenName, savedBase } from './choices.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { preview, type TranslationPreview } from '../../functions/translation/preview.ts'
import { asSaved } from './started_from.ts'

export const sourceText = signal('')
/** Name of the file that the text was read from. */
export const fileName = signal('')
/** The user's choices for the format, which override the detected values. */
export const given = signal<Partial<TranslationInput>>({})

/** Maximum number of characters that the page analyzes. */
export const longestText = 5_000_000

/** Replaces the text, and forgets the format that was chosen for the one before. */
export function startText(pasted: string, from = ''): void {
  given.value = {}
  fileName.value = from
  sourceText.value = pasted.slice(0, longestText)
}

/** Stands for every event type of the user's own: which one it is does not change what the fields mean. */
const ownType = { const: 'own_event_type' }

/** The event that the fields are linked for. It does not change with each letter of a name. */
const linkedEvent = computed(() => {
  const name = chosenName.value
  return name && 'const' in name && !eventTypes.has(name.const) ? ownType : name
})

export const detection = computed<TranslationPreview | { problem: string } | undefined>(() => {
  if (sourceText.value.trim() === '') return undefined
  try {
    return readText(linkedEvent.value && { event: linkedEvent.value })
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'The text cannot be read.' }
  }
})

/** Reads the text as the connection does that the draft starts from, if it has that format. */
function readText(event: Parameters<typeof preview>[2]): ReturnType<typeof preview> {
  const found = preview(sourceText.value, given.value, event)
  const base = savedBase.value
  if (!base || 'problem' in found) return found
  if (found.input.format !== base.input.format) return asSaved(found, base)
  const again = preview(sourceText.value, { ...base.input, ...given.value }, event)
  return asSaved('problem' in again || again.records.length === 0 ? found : again, base)
}

/** The analyzed text, if it can be read and has records. */
export const source = computed<TranslationPreview | undefined>(() => {
  const now = detection.value
  return now && !('problem' in now) && now.records.length > 0 ? now : undefined
})

/** Lists that records can be split by. */
export const lists = computed<readonly FieldInference[]>(
  () =>
    source.value?.fields.filter(
      ({ type, inList, examples }) => type === 'list' && !inList && examples.length > 0,
    ) ?? [],
)

/** Sample payloads to try the page with. */
export const samples: readonly { title: string; text: string }[] = [
  {
    title: 'CSV of orders',
    text: `order_no;mail;ordered_at;total;currency;items_count;newsletter
A-1042;ada@example.com;14.03.2026 09:26;1.249,90;EUR;2;ja
A-1043;grace@example.org;14.03.2026 11:02;89,00;EUR;1;nein
A-1044;mary@example.net;15.03.2026 08:41;432,50;EUR;4;ja`,
  },
  {
    title: 'JSON of a webhook',
    text: `{
  "type": "booking.confirmed",
  "created": 1773480413,
  "booking": { "id": "bk_981", "nights": 3, "price": 417.0, "currency": "EUR" },
  "customer": { "mail": "ada@example.com", "firstName": "Ada", "lastName": "Lovelace" },
  "rooms": [{ "room": "Garden", "rate": 139.0 }, { "room": "Tower", "rate": 278.0 }]
}`,
  },
  {
    title: 'Log lines',
    text: `ts=2026-03-14T09:26:53Z action=article_read user=u-1815 article="The Analytical Engine" seconds=182
ts=2026-03-14T09:31:07Z action=article_read user=u-1906 article="Compilers" seconds=45`,
  },
]
