/** Serving: what a handler is given and what it gives back, whatever server carries it. */
import type { IncomingHttpHeaders } from 'node:http'
import { codes, type StatusCode, type ErrorBody } from '../../schemas/status.ts'

/** One request, its body read whole and within the limit. */
export interface Request {
  method: string
  /** Path without the query, still percent-encoded. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}

/** One request whose body is read as it comes, unpacked and within the limit. */
export interface StreamedRequest extends Omit<Request, 'body'> {
  body: AsyncIterable<Buffer>
}

export interface HandlerResponse {
  status: number
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
}

export type Handler = (request: Request) => HandlerResponse | Promise<HandlerResponse>
export type StreamHandler = (request: StreamedRequest) => Promise<HandlerResponse>

/** The one way an expected fault becomes an answer: thrown anywhere below a handler, told as google.rpc.Status JSON. */
export class StatusError extends Error {
  readonly status: StatusCode
  readonly details: readonly object[] | undefined
  readonly headers: Readonly<Record<string, string>>
  /** HTTP status, where it is another than the code's own: 405, 413 and 415 have no google.rpc.Code. */
  readonly http: number

  constructor(
    status: StatusCode,
    message: string,
    more: { details?: readonly object[]; headers?: Readonly<Record<string, string>>; http?: number } = {},
  ) {
    super(message)
    this.status = status
    this.details = more.details
    this.headers = more.headers ?? {}
    this.http = more.http ?? codes[status].http
  }
}

export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HandlerResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
    body: `${JSON.stringify(body, null, 2)}\n`,
  }
}

export const noContent: HandlerResponse = { status: 204 }

/** An error as Google APIs answer it: https://cloud.google.com/apis/design/errors */
export function errorAnswer({ http, status, message, details, headers }: StatusError): HandlerResponse {
  const body: ErrorBody = { error: { code: http, message, status, ...(details && { details }) } }
  return json(http, body, headers)
}

/** Field violations in the form of google.rpc.BadRequest. */
export function badRequest(violations: readonly { field: string; description: string }[]): object {
  return {
    '@type': 'type.googleapis.com/google.rpc.BadRequest',
    fieldViolations: violations,
  }
}
