/** Target layer: what the targets of Iterable share: the address, the headers, and the answers of its bulk APIs. */
import { Type } from 'typebox'
import type { Source } from '../../schemas/link.ts'
import type { HttpResponse } from '../net/http.ts'
import { acceptedExcept, bodyOf } from './answer.ts'
import { byStatus } from './classify.ts'
import { withoutAny } from './presence.ts'
import { Secret, type Attempt, type LinkedEvent } from './target.ts'

export const iterableSettings = {
  api_key: Secret('Server-side API key of the project.'),
  region: Type.Optional(
    Type.Enum(['eu'], { description: 'Region of the project: eu. Default: the United States.' }),
  ),
}

/** Iterable accepts only one identifier. */
export const iterableEmail: Source = withoutAny(['user_id'], 'email')

export function iterableApi(region: 'eu' | undefined): string {
  return `https://api${region ? `.${region}` : ''}.iterable.com/api`
}

export function iterableHeaders(apiKey: string) {
  return { 'api-key': apiKey, 'content-type': 'application/json' }
}

interface ResponseBody {
  invalidEmails: readonly string[]
  invalidUserIds: readonly string[]
  disallowedEventNames: readonly string[]
  /** Reason → emails or user ids. */
  failedUpdates: Readonly<Record<string, readonly string[]>>
}

/** Classifies the answer of a bulk API, which identifies what has failed by its user or name. `keysOf`: those of each event. `isFault`: false
 * for a reason that is none. */
export function classifyBulk(
  response: HttpResponse,
  events: readonly LinkedEvent[],
  keysOf: readonly (readonly unknown[])[],
  isFault: (reason: string, event: LinkedEvent) => boolean = () => true,
): readonly Attempt[] {
  const body = bodyOf<ResponseBody>(response)
  if (response.status !== 200 || !body) return byStatus(response, events)
  const { invalidEmails = [], invalidUserIds = [], disallowedEventNames = [], failedUpdates = {} } = body
  // `failedUpdates` has lists of the same names as the body.
  const lists = [{ invalidEmails, invalidUserIds, disallowedEventNames }, failedUpdates].flatMap(
    Object.entries<readonly string[]>,
  )
  const faults = keysOf.flatMap((all, index) => {
    const keys = all.filter((each) => typeof each === 'string')
    const [reason] = lists.find(([, values]) => keys.some((each) => values.includes(each))) ?? []
    return reason === undefined || !isFault(reason, events[index]!) ? [] : [[index, reason] as const]
  })
  return acceptedExcept(response, events, new Map(faults))
}
