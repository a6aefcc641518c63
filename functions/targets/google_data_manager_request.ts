/** Target layer: what the targets of Google's Data Manager API share: the account, the identifiers of a person, and the errors. */
import { Type } from 'typebox'
import type { Source } from '../../schemas/link.ts'
import { deferred } from '../../schemas/outcome.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, rejectedBecauseOf, evidenceOf, type Faults } from './answer.ts'
import { withAll } from './presence.ts'
import type { Attempt, LinkedEvent } from './target.ts'

export const Digits = { pattern: '^[0-9]+$' }

interface Account {
  account_type?: string
  account_id: string
  login_account_id?: string
}

/** Settings of the account that owns what is sent to. */
export const accountSettings = {
  account_type: Type.Optional(
    Type.Enum(['GOOGLE_ADS', 'DISPLAY_VIDEO_ADVERTISER', 'DISPLAY_VIDEO_PARTNER'], {
      description: 'Type of the account. Default: GOOGLE_ADS.',
    }),
  ),
  account_id: Type.String({
    ...Digits,
    description: 'Id of the account, without dashes.',
    examples: ['1234567890'],
  }),
  login_account_id: Type.Optional(
    Type.String({
      ...Digits,
      description: 'Id of the manager account through which the service account has access.',
      examples: ['9876543210'],
    }),
  ),
}

/** Returns the destination of a request: the account, and the id of the conversion action or list in it. */
export function destinationIn(
  { account_type = 'GOOGLE_ADS', account_id, login_account_id }: Account,
  productDestinationId: string,
) {
  const account = (accountId: string) => ({ accountType: account_type, accountId })
  return {
    operatingAccount: account(account_id),
    ...(login_account_id && { loginAccount: account(login_account_id) }),
    productDestinationId,
  }
}

export const consentChoices = { granted: 'CONSENT_GRANTED', denied: 'CONSENT_DENIED' } as const

/** The identifiers of a person: email, phone, and address. */
export const dataManagerIdentifiers: readonly Source[] = [
  { object: { emailAddress: 'email' } },
  { object: { phoneNumber: 'phone' } },
  withAll(['first_name', 'last_name', 'country', 'postal_code'], {
    object: {
      'address.givenName': 'first_name',
      'address.familyName': 'last_name',
      'address.regionCode': 'country',
      'address.postalCode': 'postal_code',
    },
  }),
]

interface ErrorBody {
  error: {
    message?: string
    details?: readonly {
      reason?: string
      fieldViolations?: readonly { field?: string; description?: string; reason?: string }[]
    }[]
  }
}

/** Reasons that are of the account or its list, not of an event. */
const ofAccount =
  /^(TERMS_AND_CONDITIONS_NOT_SIGNED|INVALID_USER_LIST_(ID|TYPE)|SENSITIVE_USER_LIST_IMMUTABLE)$/

/** Classifies a response. One invalid event fails the request. The error names it by its path in the request: `events[3].user_data…`, with `list`
 * as in a field of Google's protocol buffers. https://developers.google.com/data-manager/api/devguides/concepts/understand-errors */
export function classifyDataManager(list: 'events' | 'audience_members') {
  return (response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] => {
    const { error } = bodyOf<ErrorBody>(response) ?? {}
    const details = error?.details ?? []
    const violations = details.flatMap(({ fieldViolations = [] }) => fieldViolations)
    const isOfAccount = [...details, ...violations].some(({ reason = '' }) => ofAccount.test(reason))
    // 403: the service account has no access to the ads account.
    if (response.status === 403 || (response.status === 400 && isOfAccount))
      return events.map(() => ({ outcome: deferred('auth', evidenceOf(response, error?.message ?? '')) }))
    const faults: Faults = new Map(
      violations.flatMap(({ field = '', description = '' }) => {
        const [, name, index] = /^(\w+)\[(\d+)\]/.exec(field) ?? []
        return name === list ? [[Number(index), `${field} ${description}`.trim()]] : []
      }),
    )
    return rejectedBecauseOf(response, events, faults)
  }
}
