/** Command line: hides the values of events that may identify a person, as the console does. Pure. */
import { contextColumns } from '../../schemas/context.ts'
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import type { EventJourney } from './explain.ts'
import type { FoundEvent } from './search.ts'

/** Stands in the place of a hidden value, whatever its length. */
export const hiddenText = '••••••'

/** The context fields that are no personal data. */
const shownFields = new Set(contextColumns.filter(({ personal }) => !personal).map(({ name }) => name))

/** A found event without the identifiers of its person. */
export function hidePerson(event: FoundEvent): FoundEvent {
  const hide = (value: string | null): string | null => (value === null ? null : hiddenText)
  const { user_id, anonymous_id, email } = event
  return { ...event, user_id: hide(user_id), anonymous_id: hide(anonymous_id), email: hide(email) }
}

/** A journey without personal values: of the event the context fields that are no personal data keep their values, and of what would be sent
 * only the names of the fields are left. */
export function hidePersonalValues(journey: EventJourney): EventJourney {
  return {
    ...journey,
    event: Object.fromEntries(
      Object.entries(journey.event).map(([name, value]) => [
        name,
        shownFields.has(name) ? withoutQuery(value) : hidden(value),
      ]),
    ),
    destinations: journey.destinations.map((each) => ({ ...each, now: each.now && hideSent(each.now) })),
  }
}

/** The query and the fragment of a URL may identify a person. */
function withoutQuery(value: unknown): unknown {
  return typeof value === 'string'
    ? value.replace(/^([a-z][a-z0-9+.-]*:[^?#]*)[?#].*$/is, `$1?${hiddenText}`)
    : value
}

/** An object keeps the names of its members. */
function hidden(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return hiddenText
  return Object.fromEntries(Object.keys(value).map((name) => [name, hiddenText]))
}

function hideSent({
  request: _request,
  profile_request: _profile,
  lookup_request: _lookup,
  ...preview
}: DeliveryPreview): DeliveryPreview {
  const { fields } = preview
  return {
    ...preview,
    ...(fields && { fields: Object.fromEntries(Object.keys(fields).map((name) => [name, hiddenText])) }),
  }
}
