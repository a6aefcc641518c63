/** Translation tests: drafts of a payload as the creator makes them: the connection, and the user's own event types that its events need. */
import assert from 'node:assert/strict'
import type { Definition } from '../../../schemas/definition_schema.ts'
import { eventTypes } from '../../../schemas/event_types.ts'
import type { Translation } from '../../../schemas/translation.ts'
import { answered } from '../../../functions/translation/inference/questions.ts'
import { preview } from '../../../functions/translation/preview.ts'
import { resultsOf } from '../../../functions/translation/try_records.ts'
import { proposedName } from '../../../web/creator/connection_name.ts'
import { definitionOf, translationOfDraft } from '../../../web/creator/draft.ts'
import { valuesIn } from '../../../web/creator/results.ts'
import { fieldRowsOf, furtherLinks } from '../../../web/creator/rows.ts'
import type { Payload } from './payload.ts'

export interface PayloadDraft {
  translation: Translation
  /** Event types that are not built in. */
  types: readonly Definition[]
  /** What the sender posts. */
  body: string
}

/** `isTaken` tells which names of connections are saved. */
export function draftOf(payload: Payload, isTaken: (name: string) => boolean): PayloadDraft {
  const { paste, picked, answers } = payload
  const pasted = preview(paste, {}, picked ? { event: picked } : {})
  assert.ok(!('problem' in pasted))
  const { input, fields, links, records, sender, event, questions, body } = pasted
  const name = picked ?? event.name
  const { each, required = [] } = pasted.translation
  const rows = fieldRowsOf(fields, links, {}, each)
  const thing = sender?.thing ?? ('const' in name ? name.const : 'events')
  const shape = {
    translationName: proposedName({ sender: sender?.id, thing, shape: input.format }, isTaken),
    input,
    name,
    fields,
    rows,
    extras: [],
    further: furtherLinks(links, rows, []),
    required,
    consent: {},
    description: '',
    each,
    rest: 'keep' as const,
  }
  const translation = answered(translationOfDraft(shape), questions, answers)
  const results = resultsOf(translation, records)
  const names = new Set(results.flatMap((each) => (each.event ? [String(each.event['event_name'])] : [])))
  const types = [...names]
    .filter((each) => !eventTypes.has(each))
    .map((each) => {
      const own = results.filter((result) => result.event?.['event_name'] === each)
      const about = { name: each, description: 'It happened.', mode: 'open' as const }
      return definitionOf(about, shape, valuesIn(own))
    })
  return { translation, types, body }
}
