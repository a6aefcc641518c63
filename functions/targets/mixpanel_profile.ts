/** Target `mixpanel`: the profiles of users, and how Mixpanel names the invalid records of a request. */
import { refused } from '../../schemas/outcome.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, acceptedExcept, evidenceOf } from './answer.ts'
import { byStatus } from './classify.ts'
import { strictObject } from './closed.ts'
import { Plain } from './personal.ts'
import type { Attempt, LinkedEvent } from './target.ts'

// https://docs.mixpanel.com/docs/data-structure/property-reference/reserved-properties
export const MixpanelPerson = strictObject(
  {},
  {
    $email: Plain('email'),
    $phone: Plain('phone_e164'),
    $first_name: Plain('name'),
    $last_name: Plain('name'),
    $city: Plain('name'),
    $region: Plain('name'),
    $country_code: Plain('country_upper'),
  },
)

export interface MixpanelBody {
  failed_records: readonly { index: number; field?: string; message?: string }[]
}

/** Classifies a response that names the invalid records: the others were taken. */
export function exceptFailed(
  response: HttpResponse,
  events: readonly LinkedEvent[],
  records: MixpanelBody['failed_records'],
): readonly Attempt[] {
  return acceptedExcept(response, events, new Map(records.map(({ index, message = '' }) => [index, message])))
}

interface EngageBody {
  error: string
  status: unknown
}

/** Mixpanel answers 200 to invalid profiles, too, with 0 if it took none. In strict mode it names them.
 * https://docs.mixpanel.com/reference/profile-batch-update */
export function classifyMixpanelProfiles(
  response: HttpResponse,
  events: readonly LinkedEvent[],
): readonly Attempt[] {
  const { failed_records, error = '', status } = bodyOf<MixpanelBody & EngageBody>(response) ?? {}
  if (response.status < 500 && failed_records?.length) return exceptFailed(response, events, failed_records)
  const isRefused = response.status === 200 && (response.body.trim() === '0' || status === 0)
  return isRefused
    ? events.map(() => ({ outcome: refused('rejected', evidenceOf(response, error)) }))
    : byStatus(response, events)
}

/** Returns the update of the profile. https://docs.mixpanel.com/reference/profile-set */
export function mixpanelProfile({ fields: { properties, person } }: LinkedEvent, token: string): object {
  const { $user_id } = properties as { $user_id: string }
  return { $token: token, $distinct_id: $user_id, $set: person }
}
