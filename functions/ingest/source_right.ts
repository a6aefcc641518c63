/** Event bus: refuses events whose type their source may not send, before any of them is published. Pure. */
import { sourceOfTopic } from '../../schemas/bus.ts'
import { nearest } from '../../schemas/nearest.ts'
import { eventNameOf, type Published } from '../event/read.ts'
import { allowedText, maySend, type SourceRights } from '../event/source_right.ts'
import type { StatusError } from '../serving/answer.ts'
import { fault } from '../serving/errors.ts'

/** Returns EVENT_TYPE_NOT_ALLOWED for the first event that its source may not send; undefined if there is none, and for shared topics. Only for
 * callers who may publish to the topic: it names the event types of the source. An event without a name is none: `store` quarantines it. */
export function forbiddenType(
  rights: SourceRights,
  topic: string,
  events: () => readonly Pick<Published, 'data' | 'attributes'>[],
): StatusError | undefined {
  const source = sourceOfTopic(topic)
  if (source === undefined) return undefined
  const names = events().map((event) => eventNameOf({ ...event, topic }))
  const index = names.findIndex((name) => name !== undefined && !maySend(rights, topic, name))
  if (index === -1) return undefined
  const name = String(names[index]).slice(0, 128)
  const meant = nearest(name, rights.get(source) ?? [])
  const hint = `It may send ${allowedText(rights, source)}.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`
  return fault('EVENT_TYPE_NOT_ALLOWED', { source, name, hint }, { field: `[${index}].event_name` })
}
