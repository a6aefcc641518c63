/** Target `google_customer_match`: a Customer Match list of Google Ads or Display & Video 360, with the Data Manager API and the function's
 * identity. */
import { Type } from 'typebox'
import { bodyOf, withReceipt } from './answer.ts'
import { strictObject } from './closed.ts'
import { ConsentChoices, UserData } from './google_data_manager_event.ts'
import {
  accountSettings,
  consentChoices,
  classifyDataManager,
  destinationIn,
  Digits,
  dataManagerIdentifiers,
} from './google_data_manager_request.ts'
import { readRequestStatus, requestStatusRequest } from './google_request_status.ts'
import {
  listOfPeople,
  operationIn,
  OperationField,
  listOperationLink,
  operationOf,
  personalizedAdvertising,
} from './membership.ts'
import { defineTarget, type LinkedEvent } from './target.ts'

const settings = Type.Object(
  {
    ...accountSettings,
    list_id: Type.String({
      ...Digits,
      description:
        'Id of a Customer Match list with contact information as its type of key. The account must have accepted the terms of Customer Match.',
      examples: ['8012345678'],
    }),
    validate_only: Type.Optional(
      Type.Boolean({
        description: 'Makes Google validate the members without changing the list, for tests.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** A removal has no consent. */
function memberOf({ fields: { userData, consent } }: LinkedEvent, isAdd: boolean): object {
  return { userData, ...(isAdd && consent !== undefined && { consent }) }
}

const classifyMembers = classifyDataManager('audience_members')

export const google_customer_match = defineTarget({
  ...listOfPeople,
  name: 'google_customer_match',
  title: 'Google Customer Match',
  purpose: 'advertising',
  // `consent` is for the Digital Markets Act. A member has no field for restricted data processing.
  honours: null,
  docs: 'https://developers.google.com/data-manager/api/reference/rest/v1/audienceMembers/ingest',
  settings,
  fields: strictObject({ operation: OperationField }, { userData: UserData, consent: ConsentChoices }),
  keep: ['consent.adUserData', 'consent.adPersonalization'],
  linkage: {
    ...listOperationLink,
    'userData.userIdentifiers': { list: dataManagerIdentifiers },
    'consent.adUserData': { from: 'consent.ad_user_data', values: consentChoices },
    'consent.adPersonalization': { from: 'consent.ad_personalization', values: consentChoices },
  },
  audience: {
    docs: 'https://developers.google.com/data-manager/api/devguides/audiences/send-members',
    identifiers: ['email', 'phone', 'first_name', 'last_name', 'country', 'postal_code'],
    consent: personalizedAdvertising,
    receipts: {
      docs: 'https://developers.google.com/data-manager/api/reference/rest/v1/requestStatus/retrieve',
      request: (requestId, _settings, { authorization }) => requestStatusRequest(requestId, authorization),
      read: readRequestStatus,
    },
  },
  identity: [['userData.userIdentifiers']],
  test: 'validate_only',
  batch: { maxItems: 10_000, maxBytes: 10_000_000, atomic: true, key: operationOf },
  googleScope: 'https://www.googleapis.com/auth/datamanager',
  request: (events, { list_id, validate_only, ...account }, context) => {
    const isAdd = operationIn(events) === 'add'
    return {
      method: 'POST',
      url: `https://datamanager.googleapis.com/v1/audienceMembers:${isAdd ? 'ingest' : 'remove'}`,
      headers: { authorization: context.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        destinations: [destinationIn(account, list_id)],
        audienceMembers: events.map((event) => memberOf(event, isAdd)),
        encoding: 'HEX',
        ...(isAdd && { termsOfService: { customerMatchTermsOfServiceStatus: 'ACCEPTED' } }),
        validateOnly: validate_only,
      }),
      timeout: 30_000,
    }
  },
  classify: (response, events) =>
    withReceipt(classifyMembers(response, events), bodyOf<{ requestId: string }>(response)?.requestId),
})
