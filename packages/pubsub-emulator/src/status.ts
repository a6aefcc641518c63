/** Errors: the codes of google.rpc.Code with their HTTP statuses, as in all Google APIs.
 * https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto */
export const codes = {
  CANCELLED: { code: 1, http: 499 },
  UNKNOWN: { code: 2, http: 500 },
  INVALID_ARGUMENT: { code: 3, http: 400 },
  DEADLINE_EXCEEDED: { code: 4, http: 504 },
  NOT_FOUND: { code: 5, http: 404 },
  ALREADY_EXISTS: { code: 6, http: 409 },
  PERMISSION_DENIED: { code: 7, http: 403 },
  RESOURCE_EXHAUSTED: { code: 8, http: 429 },
  FAILED_PRECONDITION: { code: 9, http: 400 },
  ABORTED: { code: 10, http: 409 },
  OUT_OF_RANGE: { code: 11, http: 400 },
  // Google's is 501, which gcloud and other clients repeat for half a minute. What this emulator lacks stays lacking.
  UNIMPLEMENTED: { code: 12, http: 400 },
  INTERNAL: { code: 13, http: 500 },
  UNAVAILABLE: { code: 14, http: 503 },
  UNAUTHENTICATED: { code: 16, http: 401 },
} as const

/** The name of a google.rpc.Code, as in the `status` member of an error body. */
export type StatusCode = keyof typeof codes

/** The JSON body of an error of a Google API: `{"error": {code: HTTP status, message, status, details?}}`.
 * https://cloud.google.com/apis/design/errors#http_mapping */
export interface ErrorBody {
  error: { code: number; message: string; status: StatusCode; details?: readonly object[] }
}
