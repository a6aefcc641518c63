/** Console: calls the console's API with the caller's token. */

/** An API error, by what the user can do about it. */
export type Failure =
  | { kind: 'token refused' }
  | { kind: 'no rights'; message: string }
  | { kind: 'conflict'; message: string }
  | { kind: 'too much'; message: string }
  /** `body`: the whole response, if it is JSON. */
  | { kind: 'failed'; message: string; body?: unknown }

export type ApiResult<Body> = { ok: true; body: Body } | { ok: false; failure: Failure }

/** The body of a POST request and its media type. */
interface Post {
  post?: { body: string; type: string }
}

/** Sends a GET request or, with `post`, a POST request, and parses the JSON response. Never rejects. */
export async function callApi<Body>(
  path: string,
  parameters: Readonly<Record<string, string>>,
  token: string,
  { post }: Post = {},
): Promise<ApiResult<Body>> {
  try {
    const search = new URLSearchParams(parameters).toString()
    const response = await fetch(search === '' ? path : `${path}?${search}`, {
      ...(post && { method: 'POST', body: post.body }),
      headers: { authorization: `Bearer ${token}`, ...(post && { 'content-type': post.type }) },
    })
    const body: unknown = await response.json()
    if (response.ok) return { ok: true, body: body as Body }
    return { ok: false, failure: failureOf(response.status, body) }
  } catch {
    return {
      ok: false,
      failure: {
        kind: 'failed',
        message: 'The server did not respond. Check your network connection and refresh.',
      },
    }
  }
}

interface ErrorBody {
  message?: string
  details?: readonly { reason?: string }[]
}

function failureOf(status: number, body: unknown): Failure {
  const { message = `The server returned status ${status}.`, details = [] } =
    (body as { error?: ErrorBody } | null)?.error ?? {}
  if (status === 401) return { kind: 'token refused' }
  if (details.some(({ reason }) => reason === 'READ_LIMIT')) return { kind: 'too much', message }
  const kind = kinds[status]
  return kind ? { kind, message } : { kind: 'failed', message, body }
}

const kinds: Readonly<Record<number, 'no rights' | 'conflict'>> = { 403: 'no rights', 409: 'conflict' }
