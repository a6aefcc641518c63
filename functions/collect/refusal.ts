/** Web door: creates its errors, in the format of Google APIs. https://cloud.google.com/apis/design/errors */
import type { StatusCode } from '../../schemas/status.ts'
import { badRequest, StatusError } from '../serving/answer.ts'

const kinds = {
  PATH_UNKNOWN: 'NOT_FOUND',
  SOURCE_REFUSED: 'PERMISSION_DENIED',
  ORIGIN_REFUSED: 'PERMISSION_DENIED',
  EVENT_REFUSED: 'PERMISSION_DENIED',
  PIXEL_REFUSED: 'PERMISSION_DENIED',
  EVENT_NAME_MISSING: 'INVALID_ARGUMENT',
  ENVELOPE_REFUSED: 'INVALID_ARGUMENT',
  RATE_EXCEEDED: 'RESOURCE_EXHAUSTED',
  BUS_CLOSED: 'UNAVAILABLE',
} as const satisfies Readonly<Record<string, StatusCode>>

interface RefusalContext {
  /** The part of the request that is refused. */
  field?: string
  /** Seconds after which the request may be sent again. */
  retryAfter?: number
}

export function webRefusal(
  reason: keyof typeof kinds,
  message: string,
  { field, retryAfter }: RefusalContext = {},
): StatusError {
  return new StatusError(kinds[reason], message, {
    details: [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'sluice' },
      ...(field === undefined ? [] : [badRequest([{ field, description: message }])]),
    ],
    ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
  })
}
