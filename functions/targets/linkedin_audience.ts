/** Target `linkedin_audience`: a DMP segment of LinkedIn. It has a result for each member. */
import { Type } from 'typebox'
import { appSettings } from './app_settings.ts'
import { strictObject } from './closed.ts'
import { classifyLinkedIn, linkedInHeaders, LinkedInVersion } from './linkedin_request.ts'
import {
  listOfPeople,
  operationIn,
  OperationField,
  listOperationLink,
  operationOf,
  personalizedAdvertising,
} from './membership.ts'
import { tokenRequest } from './oauth.ts'
import { Hashed, Plain } from './personal.ts'
import { gaid } from './platform.ts'
import { defineTarget, Secret, type LinkedEvent } from './target.ts'

const docs =
  'https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/create-and-manage-segment-users'

const app = appSettings(
  'Refresh token with the scope rw_dmp_segments, for an app that LinkedIn has admitted to programmatic refresh tokens. It ends after a year.',
)

const settings = Type.Object(
  {
    list_id: Type.String({
      pattern: '^[0-9]{1,20}$',
      description: 'Id of a DMP segment of the type USER.',
      examples: ['10804'],
    }),
    access_token: Type.Optional(
      Secret(
        'Access token with the scope rw_dmp_segments, which ends after 60 days. Not needed with a refresh token.',
      ),
    ),
    client_id: Type.Optional(app.client_id),
    refresh_token: Type.Optional(app.refresh_token),
    client_secret: Type.Optional(app.client_secret),
    api_version: LinkedInVersion,
  },
  {
    additionalProperties: false,
    anyOf: [{ required: ['access_token'] }, { required: ['client_id', 'refresh_token', 'client_secret'] }],
  },
)

/** Field → its type of id at LinkedIn. */
const idTypes = { email: 'SHA256_EMAIL', google_aid: 'GOOGLE_AID' } as const

function elementOf({ fields }: LinkedEvent, action: 'ADD' | 'REMOVE'): object {
  const userIds = Object.entries(idTypes).flatMap(([name, idType]) =>
    name in fields ? [{ idType, idValue: fields[name] }] : [],
  )
  const { operation: _operation, email: _email, google_aid: _id, ...others } = fields
  return { action, userIds, ...(action === 'ADD' && others) }
}

export const linkedin_audience = defineTarget({
  ...listOfPeople,
  name: 'linkedin_audience',
  title: 'LinkedIn Matched Audience',
  purpose: 'advertising',
  // A member has no field for an opt-out.
  honours: null,
  docs,
  settings,
  fields: strictObject(
    { operation: OperationField },
    {
      email: Hashed('email'),
      google_aid: Plain('lower'),
      firstName: Plain('name', { maxLength: 35 }),
      lastName: Plain('name', { maxLength: 35 }),
      title: Plain('name', { maxLength: 50 }),
      company: Plain('name', { maxLength: 50 }),
      country: Plain('country_upper'),
    },
  ),
  linkage: {
    ...listOperationLink,
    email: 'email',
    google_aid: gaid,
    firstName: 'first_name',
    lastName: 'last_name',
    country: 'country',
  },
  audience: { docs, identifiers: ['email', 'advertising_id'], consent: personalizedAdvertising },
  // The names refine a match.
  identity: [['email'], ['google_aid']],
  test: null,
  batch: { maxItems: 5000, maxBytes: 1_000_000, atomic: false, key: operationOf },
  oauth: {
    docs: 'https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens',
    request: ({ access_token, client_id = '', client_secret = '', refresh_token = '' }) =>
      access_token === undefined
        ? tokenRequest(
            'https://www.linkedin.com/oauth/v2/accessToken',
            { client_id, client_secret, refresh_token },
            { app: 'body' },
          )
        : undefined,
  },
  request: (events, { list_id, access_token, api_version }, { authorization }) => ({
    method: 'POST',
    url: `https://api.linkedin.com/rest/dmpSegments/${list_id}/users`,
    headers: linkedInHeaders(
      access_token === undefined ? authorization : `Bearer ${access_token}`,
      api_version,
    ),
    body: JSON.stringify({
      elements: events.map((event) => elementOf(event, operationIn(events) === 'add' ? 'ADD' : 'REMOVE')),
    }),
    timeout: 30_000,
  }),
  forbidden: 'credentials',
  // 404: a new segment, or none; 409: the segment is being changed. The members are valid.
  classify: (response, events) => classifyLinkedIn(response, events, { 404: 401, 409: 503 }),
})
