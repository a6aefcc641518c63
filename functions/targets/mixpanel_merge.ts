/** Target `mixpanel`: the event `$identify`, with which a project on the original Identity Merge learns that an anonymous visitor is a user. It joins no
 * two users: Mixpanel refuses a visitor who is joined already. https://docs.mixpanel.com/reference/create-identity */
import type { HttpResponse } from '../net/http.ts'
import { withRefusedProfiles } from './answer.ts'
import { strictObject } from './closed.ts'
import { exceptFailed, type MixpanelBody } from './mixpanel_profile.ts'
import { Plain } from './personal.ts'
import type { Attempt, LinkedEvent } from './target.ts'

export const MixpanelMerge = strictObject({
  // "The $anon_id must be UUID v4 format."
  $anon_id: Plain('trim', {
    pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$',
  }),
})

interface Properties {
  time: number
  $insert_id: string
  $user_id: string
}

/** Returns the event `$identify` that goes before the event, if there is one. */
export function mixpanelMerge(
  { fields: { properties, merge } }: LinkedEvent,
  token: string | undefined,
  insertIdOf: (id: string) => string,
): readonly object[] {
  if (!merge) return []
  const { time, $insert_id, $user_id } = properties as Properties
  const { $anon_id } = merge as { $anon_id: string }
  const own = { time, distinct_id: $user_id, $insert_id: insertIdOf($insert_id) }
  return [{ event: '$identify', properties: { ...own, $identified_id: $user_id, $anon_id, token } }]
}

/** Classifies a response that names the invalid records, of which an event with a merge has two. */
export function exceptFailedMerges(
  response: HttpResponse,
  events: readonly LinkedEvent[],
  records: MixpanelBody['failed_records'],
): readonly Attempt[] {
  const sent = events.flatMap(({ fields: { merge } }, event) =>
    merge ? [{ event, isMerge: true }, { event }] : [{ event }],
  )
  const merges = records.filter(({ index }) => sent[index]?.isMerge)
  const others = records.filter(({ index }) => !sent[index]?.isMerge)
  const attempts = exceptFailed(
    response,
    events,
    others.map((record) => ({ ...record, index: sent[record.index]?.event ?? record.index })),
  )
  return withRefusedProfiles(
    response,
    attempts,
    new Map(merges.map(({ index, message = '' }) => [sent[index]!.event, `merge: ${message}`])),
  )
}
