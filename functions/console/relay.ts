/** Console: forwards a payload to function `translate` with the caller's token, and returns its response unchanged. */
import type { IncomingHttpHeaders } from 'node:http'
import { header } from '../net/header.ts'
import { send } from '../net/http.ts'
import { ownIdToken } from '../google/id_token.ts'
import { StatusError, type HandlerResponse } from '../serving/answer.ts'

const prefix = '/v1/console'

export interface Relayed {
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  authorization: string
}

/** Where function `translate` is. */
export interface TranslateService {
  env: Readonly<Record<string, string | undefined>>
  url: string
  /** Audience of the ID token; empty if none is required. */
  audience: string
}

/** `/v1/console/translators/x` → `/v1/translators/x` of function `translate`. Of the query, only `validateOnly` is passed on. */
export async function relay(
  { env, url, audience }: TranslateService,
  { path, query, headers, body, authorization }: Relayed,
): Promise<HandlerResponse> {
  const rest = path.slice(prefix.length)
  if (!/^\/translators\/[a-z0-9_]{3,64}(@\d{1,4}\.\d{1,4})?$/.test(rest))
    throw new StatusError('NOT_FOUND', 'Expected the name of a translation at the end of the path.')
  const search = query.get('validateOnly') === 'true' ? '?validateOnly=true' : ''
  try {
    const response = await send({
      method: 'POST',
      url: `${url.replace(/\/$/, '')}/v1${rest}${search}`,
      headers: {
        authorization,
        // Cloud Run checks this header, and passes the other one to the function.
        ...(audience !== '' && {
          'x-serverless-authorization': `Bearer ${await ownIdToken(env, audience)}`,
        }),
        'content-type': headers['content-type'] ?? 'application/octet-stream',
      },
      body,
      timeout: 30_000,
    })
    const type = header(response, 'content-type') ?? 'application/json; charset=UTF-8'
    return { status: response.status, headers: { 'content-type': type }, body: response.body }
  } catch {
    throw new StatusError('UNAVAILABLE', 'Function translate did not respond. Send the payload again.')
  }
}
