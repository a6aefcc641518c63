/** Serving: the requests and responses of handlers, independent of the HTTP server. */
import type { IncomingHttpHeaders } from 'node:http'
import { codes, type StatusCode, type ErrorBody } from '../../schemas/status.ts'

/** A request whose body is read completely, within the limit. */
export interface Request {
  method: string
  /** Path without the query, still percent-encoded. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** When the head arrived, in ms since 1970. The body can have waited. */
  arrivedAt: number
  body: Buffer
}

/** A request whose body is not read yet. */
export type RequestHead = Omit<Request, 'body'>

/** A request whose body is read as a stream, decompressed and within the limit. */
export interface StreamedRequest extends RequestHead {
  body: AsyncIterable<Buffer>
}

export interface HandlerResponse {
  status: number
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
}

export type Handler = (request: Request) => HandlerResponse | Promise<HandlerResponse>
export type StreamHandler = (request: StreamedRequest) => Promise<HandlerResponse>

/** An expected error. A handler throws it, and the caller gets it as google.rpc.Status JSON. */
export class StatusError extends Error {
  readonly status: StatusCode
  readonly details: readonly object[] | undefined
  readonly headers: Readonly<Record<string, string>>
  /** HTTP status. It differs from that of the code for 405, 413 and 415, which have no google.rpc.Code. */
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

/** Returns an error response in the format of Google APIs: https://cloud.google.com/apis/design/errors */
export function errorAnswer({ http, status, message, details, headers }: StatusError): HandlerResponse {
  const body: ErrorBody = { error: { code: http, message, status, ...(details && { details }) } }
  return json(http, body, headers)
}

/** Returns field violations as google.rpc.BadRequest. */
export function badRequest(violations: readonly { field: string; description: string }[]): object {
  return {
    '@type': 'type.googleapis.com/google.rpc.BadRequest',
    fieldViolations: violations,
  }
}
