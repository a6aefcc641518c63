/** Translation layer: creates the errors of the endpoint, in the format of Google APIs. https://cloud.google.com/apis/design/errors */
import { badRequest, StatusError } from '../../serving/answer.ts'
import type { StatusCode } from '../../../schemas/status.ts'

const kinds = {
  TRANSLATION_UNKNOWN: 'NOT_FOUND',
  TRANSLATION_RETIRED: 'NOT_FOUND',
  TRANSLATION_INVALID: 'FAILED_PRECONDITION',
  TRANSLATIONS_UNREADABLE: 'UNAVAILABLE',
  RECORDS_MISSING: 'INVALID_ARGUMENT',
  RECORDS_REFUSED: 'INVALID_ARGUMENT',
  BODY_UNREADABLE: 'INVALID_ARGUMENT',
  CHARSET_UNKNOWN: 'INVALID_ARGUMENT',
  SIGNATURE_INVALID: 'UNAUTHENTICATED',
  BUS_CLOSED: 'UNAVAILABLE',
} as const satisfies Readonly<Record<string, StatusCode>>

export function refusal(reason: keyof typeof kinds, message: string, field?: string): StatusError {
  return new StatusError(kinds[reason], message, {
    details: [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'sluice' },
      ...(field === undefined ? [] : [badRequest([{ field, description: message }])]),
    ],
    ...(kinds[reason] === 'UNAVAILABLE' && { headers: { 'retry-after': '1' } }),
    ...(reason === 'SIGNATURE_INVALID' && { headers: { 'www-authenticate': 'Signature realm="webhook"' } }),
    ...(reason === 'TRANSLATION_RETIRED' && { http: 410 }),
    ...(reason === 'CHARSET_UNKNOWN' && { http: 415 }),
  })
}
