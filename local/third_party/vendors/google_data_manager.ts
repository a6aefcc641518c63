/** Vendors: Google's Data Manager API refuses a whole request and lists each invalid event in its field violations. */
import { randomUUID } from 'node:crypto'
import type { Batch, Vendor, VendorAnswer, VendorRequest } from './vendor.ts'

/** https://developers.google.com/data-manager/api/devguides/concepts/understand-errors */
function failed(code: number, status: string, message: string, details: readonly object[]): VendorAnswer {
  return {
    status: code,
    body: { error: { code, message, status, details } },
  }
}

function errorInfo(reason: string, domain = 'datamanager.googleapis.com') {
  return {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain,
  }
}

function violated(reason: string, violations: readonly { field: string; description: string }[]) {
  return failed(400, 'INVALID_ARGUMENT', 'There was a problem with the request.', [
    errorInfo(reason),
    {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: violations.map((each) => ({ ...each, reason })),
    },
  ])
}

function invalidHashes({ path, refused }: Batch): VendorAnswer {
  const list = path.endsWith('/events:ingest') ? 'events' : 'audience_members'
  const violations = refused.map((index) => ({
    field: `${list}[${index}].user_data.user_identifiers[0].email_address`,
    description: 'Hex encoding is invalid',
  }))
  return violated('INVALID_HEX_ENCODING', violations)
}

/** The request that is asked about. */
function askedIn({ path, query }: VendorRequest): readonly string[] | undefined {
  const requestId = query.get('requestId')
  return path === '/v1/requestStatus:retrieve' && requestId !== null ? [requestId] : undefined
}

/** https://developers.google.com/data-manager/api/reference/rest/v1/requestStatus/retrieve */
function statusOf(requestStatus: string): VendorAnswer {
  return {
    status: 200,
    body: {
      requestStatusPerDestination: [
        { requestStatus, audienceMembersIngestionStatus: { userDataIngestionStatus: { recordCount: '1' } } },
      ],
    },
  }
}

/** The next run of a list asks about each request by its id. Nobody asks about events. */
function requestIdFor({ path }: VendorRequest): string {
  return path.endsWith('/events:ingest') ? '126365e1-16d0-4c81-9de9-f362711e250a' : randomUUID()
}

export const googleDataManagerVendor: Vendor = {
  title: 'Google Data Manager',
  docs: 'https://developers.google.com/data-manager/api/reference/rest/v1/events/ingest',
  hosts: /^datamanager\.googleapis\.com$/,
  // A member of a list has no id.
  events: ['events', 'audienceMembers'],
  asked: askedIn,
  id: ['transactionId'],
  answers: {
    success: (batch) =>
      askedIn(batch) ? statusOf('SUCCESS') : { status: 200, body: { requestId: requestIdFor(batch) } },
    partial: (batch) => (askedIn(batch) ? statusOf('PARTIAL_SUCCESS') : invalidHashes(batch)),
    throttle: failed(
      429,
      'RESOURCE_EXHAUSTED',
      "Quota exceeded for quota metric 'Ingest requests' and limit 'Ingest requests per minute'.",
      [errorInfo('RATE_LIMIT_EXCEEDED', 'googleapis.com')],
    ),
    auth: {
      ...failed(
        401,
        'UNAUTHENTICATED',
        'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
        [errorInfo('ACCESS_TOKEN_EXPIRED', 'googleapis.com')],
      ),
      headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
    },
    invalid: violated('REQUIRED_FIELD_MISSING', [
      { field: 'destinations', description: 'Required field is missing' },
    ]),
    down: failed(503, 'UNAVAILABLE', 'The service is currently unavailable.', []),
  },
}
