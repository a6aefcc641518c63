/** Console: hands a payload to the function translate with the caller's own token, and its answer back as it is. */
import type { IncomingHttpHeaders } from 'node:http'
import { header } from '../net/header.ts'
import { send } from '../net/http.ts'
import { ownIdToken } from '../google/id_token.ts'
import { StatusError, type HandlerResponse } from '../serving/answer.ts'

const prefix = '/v1/console'

export interface Relayed {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  authorization: string
}

/** The function translate. */
export interface TranslateService {
  env: Readonly<Record<string, string | undefined>>
  url: string
  /** Whom an ID token for it is meant for; empty where none is needed. */
  audience: string
}

/** `/v1/console/translators/x` → `/v1/translators/x` of the function translate. */
export async function relay(
  { env, url, audience }: TranslateService,
  { path, headers, body, authorization }: Relayed,
): Promise<HandlerResponse> {
  const rest = path.slice(prefix.length)
  if (!/^\/translators\/[a-z0-9_]{3,64}(@\d{1,4}\.\d{1,4})?$/.test(rest))
    throw new StatusError('NOT_FOUND', 'Expected the name of a translation at the end of the path.')
  try {
    const answer = await send({
      method: 'POST',
      url: `${url.replace(/\/$/, '')}/v1${rest}`,
      headers: {
        authorization,
        // Cloud Run looks at this one for who calls, and leaves the other to the function.
        ...(audience !== '' && {
          'x-serverless-authorization': `Bearer ${await ownIdToken(env, audience)}`,
        }),
        'content-type': headers['content-type'] ?? 'application/octet-stream',
      },
      body,
      timeout: 30_000,
    })
    const type = header(answer, 'content-type') ?? 'application/json; charset=UTF-8'
    return { status: answer.status, headers: { 'content-type': type }, body: answer.body }
  } catch {
    throw new StatusError('UNAVAILABLE', 'The function translate gave no answer. Send the payload again.')
  }
}
