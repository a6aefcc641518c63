/** Target `microsoft_audience`: a customer match list of Microsoft Advertising. It accepts the valid members of a request and names the others. */
import { Type } from 'typebox'
import type { HttpResponse } from '../net/http.ts'
import { acceptedExcept, bodyOf } from './answer.ts'
import { appSettings } from './app_settings.ts'
import { strictObject } from './closed.ts'
import {
  listOfPeople,
  operationIn,
  OperationField,
  listOperationLink,
  operationOf,
  personalizedAdvertising,
} from './membership.ts'
import { tokenRequest } from './oauth.ts'
import { Hashed } from './personal.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const docs =
  'https://learn.microsoft.com/en-us/advertising/campaign-management-service/applycustomerlistuserdata'

const Id = { pattern: '^[0-9]{1,20}$' }

const settings = Type.Object(
  {
    customer_id: Type.String({
      ...Id,
      description: 'Id of the customer (manager account), digits only.',
      examples: ['251234567'],
    }),
    account_id: Type.String({
      ...Id,
      description: 'Id of the ad account, digits only. It must have accepted the terms of customer match.',
      examples: ['141234567'],
    }),
    list_id: Type.String({
      ...Id,
      description: 'Id of a customer list.',
      examples: ['812345678'],
    }),
    ...appSettings(
      'Refresh token with the scopes https://ads.microsoft.com/msads.manage and offline_access, for a web app. It ends after 90 days unless `forward` exchanges it, which it does every hour while people join or leave.',
    ),
    developer_token: Secret('Developer token, from the developer portal of Microsoft Advertising.'),
  },
  { additionalProperties: false },
)

interface Failure {
  Index?: number
  Code?: number
  ErrorCode?: string
  Message?: string
}

/** https://learn.microsoft.com/en-us/advertising/guides/handle-service-errors-exceptions */
interface ResponseBody {
  PartialErrors: readonly Failure[]
  Errors: readonly Failure[]
  OperationErrors: readonly Failure[]
}

// https://learn.microsoft.com/en-us/advertising/guides/operation-error-codes
const statuses: Readonly<Record<number, number>> = {
  0: 503,
  105: 401,
  106: 401,
  109: 401,
  117: 429,
  207: 429,
}

function textOf({ ErrorCode, Message }: Failure): string {
  return [ErrorCode, Message].filter(Boolean).join(': ')
}

function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { PartialErrors, Errors, OperationErrors } = bodyOf<ResponseBody>(response) ?? {}
  if (response.status < 300) {
    const faults = (PartialErrors ?? []).map((each) => [each.Index ?? -1, textOf(each)] as const)
    return acceptedExcept(response, events, new Map(faults))
  }
  const [failure = {}] = [...(Errors ?? []), ...(OperationErrors ?? [])]
  const { Code = -1, ErrorCode = '' } = failure
  // The account has not accepted the terms; its members are valid.
  const own = /TermsAndConditions/.test(ErrorCode) ? 401 : statuses[Code]
  return byVendorCode(response, events, { status: own ?? response.status, message: textOf(failure) })
}

export const microsoft_audience = defineTarget({
  ...listOfPeople,
  name: 'microsoft_audience',
  title: 'Microsoft Customer Match',
  purpose: 'advertising',
  // A member has no field for an opt-out.
  honours: null,
  docs,
  settings,
  fields: strictObject({ operation: OperationField }, { email: Hashed('email') }),
  linkage: { ...listOperationLink, email: 'email' },
  audience: { docs, identifiers: ['email'], consent: personalizedAdvertising },
  identity: [['email']],
  test: null,
  batch: { maxItems: 1000, maxBytes: 1_000_000, atomic: false, key: operationOf },
  oauth: {
    docs: 'https://learn.microsoft.com/en-us/advertising/guides/authentication-oauth-get-tokens',
    // Each token lasts 90 days, and only its successor lasts longer.
    // https://learn.microsoft.com/en-us/entra/identity-platform/refresh-tokens#token-lifetime
    rolls: true,
    request: (app) =>
      tokenRequest('https://login.microsoftonline.com/common/oauth2/v2.0/token', app, {
        app: 'body',
        scope: 'https://ads.microsoft.com/msads.manage offline_access',
      }),
  },
  request: (events, { customer_id, account_id, list_id, developer_token }, { authorization }) => ({
    method: 'POST',
    url: 'https://campaign.api.bingads.microsoft.com/CampaignManagement/v13/CustomerListUserData/Apply',
    headers: {
      authorization,
      'content-type': 'application/json',
      customeraccountid: account_id,
      customerid: customer_id,
      developertoken: developer_token,
    },
    body: JSON.stringify({
      CustomerListUserData: {
        ActionType: operationIn(events) === 'add' ? 'Add' : 'Remove',
        AudienceId: list_id,
        CustomerListItemSubType: 'Email',
        CustomerListItems: events.map(({ fields }) => fields['email']),
      },
    }),
    timeout: 30_000,
  }),
  forbidden: 'credentials',
  classify,
})
