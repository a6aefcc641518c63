/** HTTP requests and responses of the routes. */
import type { IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { checkShape } from './body_shape.ts'
import type { Caller } from './caller.ts'
import { ApiError } from '../warehouse/api_error.ts'

/** Maximum size of a body: 10 MB for insertAll, more for load jobs. */
const insertLimit = 10 * 1024 * 1024
const uploadLimit = 512 * 1024 * 1024

export interface RestRequest {
  method: string
  /** Decoded path segments, without the API's prefix. */
  path: string[]
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
  caller: Caller
  /** Origin of this server, such as `http://127.0.0.1:8082`. */
  origin: string
}

/** A response: a JSON value, or text that is already JSON. */
export interface RestResponse {
  status?: number
  json?: unknown
  text?: string
  headers?: Record<string, string>
}

export async function readBody(message: IncomingMessage, isUpload: boolean): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    size += (chunk as Buffer).length
    if (size > (isUpload ? uploadLimit : insertLimit))
      throw new ApiError('requestTooLarge', 'Request payload size exceeds the limit: 10485760 bytes.')
    chunks.push(chunk as Buffer)
  }
  const body = Buffer.concat(chunks)
  if (message.headers['content-encoding'] !== 'gzip') return body
  try {
    return gunzipSync(body, { maxOutputLength: isUpload ? uploadLimit : insertLimit })
  } catch (error) {
    throw new ApiError('invalid', `The body cannot be unzipped: ${(error as Error).message}`)
  }
}

/** Returns the body as a JSON object of the shape. An empty body is `{}`. */
export function jsonBody(
  { body }: Pick<RestRequest, 'body'>,
  shape: Parameters<typeof checkShape>[1],
): unknown {
  if (body.length === 0) return {}
  const value = parseJson(body)
  checkShape(value, shape)
  return value
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    throw new ApiError('parseError', 'Parse Error: the request body is no valid JSON')
  }
}

/** Returns an integer parameter of the query string. */
export function integerParameter(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name)
  if (value === null || value === '') return undefined
  const number = Number(value)
  if (!Number.isInteger(number) || number < 0)
    throw new ApiError('invalid', `Invalid value for ${name}: ${value}`)
  return number
}
