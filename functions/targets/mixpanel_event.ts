/** Target `mixpanel`: the fields of an event, and the ids that Mixpanel refuses. */
import { Type, type TSchema } from 'typebox'
import type { Source } from '../../schemas/link.ts'
import { strictObject, ShortText } from './closed.ts'
import { MixpanelMerge } from './mixpanel_merge.ts'
import { MixpanelPerson } from './mixpanel_profile.ts'
import { Plain } from './personal.ts'

// Placeholder ids, which Mixpanel refuses. https://developer.mixpanel.com/reference/import-events#propertiesdistinct_id
export const mixpanelPlaceholders = (
  'null nil <nil> none n/a na undefined unknown anon anonymous true false 0 -1 [] {} lmy47d ' +
  '00000000-0000-0000-0000-000000000000'
).split(' ')

/** Uses an id unless it is a placeholder. */
export function mixpanelId(path: string): Source {
  return { when: { path, in: mixpanelPlaceholders }, then: { const: '' }, else: path }
}

const Id = Plain('trim', { maxLength: 255, not: { enum: mixpanelPlaceholders } })

// https://developer.mixpanel.com/reference/import-events
const Properties = strictObject(
  {
    /** Unix time in ms. */
    time: Type.Integer({ minimum: Date.UTC(1971) }),
    $insert_id: ShortText,
  },
  {
    distinct_id: Id,
    $device_id: Id,
    $user_id: Id,
    ip: Plain('ip'),
    $city: Plain('name'),
    $region: Plain('name'),
    mp_country_code: Plain('country_upper'),
    $os: ShortText,
    $os_version: ShortText,
    $brand: ShortText,
    $model: ShortText,
    $app_version_string: ShortText,
    $current_url: ShortText,
    $referrer: ShortText,
    utm_source: ShortText,
    utm_medium: ShortText,
    utm_campaign: ShortText,
    utm_term: ShortText,
    utm_content: ShortText,
    utm_id: ShortText,
  },
)

/** A value with at most this many levels of objects and lists, which have fewer than 255 members. That a list is a level is assumed.
 * https://developer.mixpanel.com/reference/import-events#high-level-requirements */
function nested(levels: number): TSchema {
  const scalars = [Type.String(), Type.Number(), Type.Boolean(), Type.Null()]
  if (levels === 0) return Type.Union(scalars)
  const inner = nested(levels - 1)
  const members = Type.Object({}, { additionalProperties: inner, maxProperties: 254 })
  return Type.Union([members, Type.Array(inner, { maxItems: 254 }), ...scalars])
}

export const mixpanelFields = strictObject(
  { event: Type.String({ minLength: 1, maxLength: 255, whole: true }), properties: Properties },
  {
    // The maximum is 254 properties, including the standard ones.
    custom: Type.Object({}, { additionalProperties: nested(3), maxProperties: 230 }),
    /** Sent in a request of its own. https://docs.mixpanel.com/docs/data-structure/property-reference/reserved-properties */
    person: MixpanelPerson,
    /** Sent as an event $identify before the event. */
    merge: MixpanelMerge,
  },
)
