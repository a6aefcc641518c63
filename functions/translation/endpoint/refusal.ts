/** Translation layer: creates the errors of the endpoint, in the format of Google APIs. https://cloud.google.com/apis/design/errors */
import { badRequest, StatusError } from '../../serving/answer.ts'
import type { CatalogueEntry } from '../../serving/catalogue_entry.ts'

/** The errors, with their conditions. Other HTTP statuses than those of the code: gone (RFC 9110 15.5.11), and unsupported media type. */
export const refusals = {
  TRANSLATION_UNKNOWN: { status: 'NOT_FOUND', when: 'No translation has this name and version.' },
  TRANSLATION_RETIRED: { status: 'NOT_FOUND', http: 410, when: 'The translation is retired, with a reason.' },
  TRANSLATION_INVALID: {
    status: 'FAILED_PRECONDITION',
    when: 'No version of the translation is valid, or this one is not.',
  },
  TRANSLATIONS_UNREADABLE: {
    status: 'UNAVAILABLE',
    when: 'BigQuery does not return the translations, and none were read before.',
  },
  RECORDS_MISSING: { status: 'INVALID_ARGUMENT', when: 'The body has no records.' },
  RECORDS_REFUSED: { status: 'INVALID_ARGUMENT', when: 'Records were refused: `results` says why.' },
  BODY_UNREADABLE: { status: 'INVALID_ARGUMENT', when: 'The body is not in the format of the translation.' },
  CHARSET_UNKNOWN: {
    status: 'INVALID_ARGUMENT',
    http: 415,
    when: 'Content-Type declares an unknown charset.',
  },
  SIGNATURE_INVALID: {
    status: 'UNAUTHENTICATED',
    when: 'The signature is missing, invalid or expired, or there is no such webhook.',
  },
  BUS_CLOSED: { status: 'UNAVAILABLE', when: 'The function may not publish to the event bus.' },
} as const satisfies Readonly<Record<string, Pick<CatalogueEntry, 'status' | 'http' | 'when'>>>

export type RefusalReason = keyof typeof refusals

export function refusal(reason: RefusalReason, message: string, field?: string): StatusError {
  const { status, http }: Pick<CatalogueEntry, 'status' | 'http'> = refusals[reason]
  return new StatusError(status, message, {
    details: [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'sluice' },
      ...(field === undefined ? [] : [badRequest([{ field, description: message }])]),
    ],
    ...(status === 'UNAVAILABLE' && { headers: { 'retry-after': '1' } }),
    ...(reason === 'SIGNATURE_INVALID' && { headers: { 'www-authenticate': 'Signature realm="webhook"' } }),
    ...(http !== undefined && { http }),
  })
}
