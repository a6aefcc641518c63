/** The token endpoint: issues tokens to developers, and describes and verifies them for the official clients. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestTarget } from '../../shared/src/request_target.ts'
import type { AccessToken } from './access_tokens.ts'
import type { Issuer } from './issuer.ts'

export interface TokenEndpointOptions {
  issuer: Issuer
  /** Returns true if tokens are issued for this account. */
  isKnownAccount: (email: string) => boolean
}

/** Serves a request if its path belongs to the endpoint. Returns true if it does. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => boolean

type Answer = [status: number, body: object, cacheControl?: string]
type Route = (request: IncomingMessage, query: URLSearchParams) => Promise<Answer>

const maxLifetimeSeconds = 12 * 3600
const maxFormLength = 64 * 1024

/**
 * `POST /token` (form: `account`, optionally `scope`, `lifetime` in seconds, `audience` for an ID token),
 * `GET|POST /tokeninfo` (the access token as `access_token` or as bearer) and `GET /certs` (`{kid: PEM}`), with the
 * bodies that https://oauth2.googleapis.com/token, https://oauth2.googleapis.com/tokeninfo and
 * https://www.googleapis.com/oauth2/v1/certs answer. Errors are those of RFC 6749 §5.2.
 */
export function createTokenEndpoint({ issuer, isKnownAccount }: TokenEndpointOptions): Handler {
  const routes: Readonly<Record<string, Route>> = {
    'POST /token': async (request) => issue(issuer, isKnownAccount, await readForm(request)),
    'GET /tokeninfo': async (request, query) =>
      describe(issuer, bearerOf(request) ?? query.get('access_token')),
    'POST /tokeninfo': async (request, query) => {
      const form = await readForm(request)
      return describe(issuer, bearerOf(request) ?? form.get('access_token') ?? query.get('access_token'))
    },
    'GET /certs': async () => [200, { [issuer.keyId]: issuer.publicKeyPem }, 'public, max-age=3600'],
  }

  return (request, response) => {
    const { path, query } = requestTarget(request.url)
    if (!['/token', '/tokeninfo', '/certs'].includes(path)) return false
    const route = routes[`${request.method} ${path}`] ?? notAllowed
    route(request, query).then(
      (answer) => send(response, answer),
      (error: unknown) =>
        send(response, invalid('invalid_request', error instanceof Error ? error.message : String(error))),
    )
    return true
  }
}

async function notAllowed(request: IncomingMessage): Promise<Answer> {
  return [405, { error: 'invalid_request', error_description: `Method not allowed: ${request.method}` }]
}

function issue(issuer: Issuer, isKnownAccount: (email: string) => boolean, form: URLSearchParams): Answer {
  const account = form.get('account')
  if (!account) return invalid('invalid_request', 'Missing required parameter: account')
  if (!isKnownAccount(account)) return invalid('invalid_grant', 'Invalid grant: account not found')
  const lifetimeSeconds = Number(form.get('lifetime') ?? 3600)
  if (!Number.isInteger(lifetimeSeconds) || lifetimeSeconds < 1 || lifetimeSeconds > maxLifetimeSeconds) {
    return invalid('invalid_request', `lifetime: expected 1 to ${maxLifetimeSeconds} whole seconds`)
  }
  const scopes = form.get('scope')?.split(/\s+/).filter(Boolean)
  const audience = form.get('audience')
  const token = issuer.accessToken(
    account,
    scopes?.length ? { scopes, lifetimeSeconds } : { lifetimeSeconds },
  )
  return [
    200,
    {
      access_token: token,
      expires_in: lifetimeSeconds,
      scope: issuer.identify(token)?.scopes.join(' '),
      token_type: 'Bearer',
      ...(audience && { id_token: issuer.idToken(account, audience) }),
    },
  ]
}

function describe(issuer: Issuer, accessToken: string | null): Answer {
  const token = accessToken ? issuer.identify(accessToken) : undefined
  return token ? [200, tokenInfo(token)] : invalid('invalid_token', 'Invalid Value')
}

/** All values are strings, as Google's are. */
function tokenInfo({ email, scopes, expiresAt }: AccessToken): object {
  return {
    scope: scopes.join(' '),
    exp: String(expiresAt / 1000),
    expires_in: String(Math.round((expiresAt - Date.now()) / 1000)),
    email,
    email_verified: 'true',
    access_type: 'online',
  }
}

function bearerOf(request: IncomingMessage): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let form = ''
  for await (const chunk of request.setEncoding('utf8')) {
    form += chunk
    if (form.length > maxFormLength) throw new Error(`form: expected at most ${maxFormLength} characters`)
  }
  return new URLSearchParams(form)
}

function invalid(error: string, description: string): Answer {
  return [400, { error, error_description: description }]
}

function send(response: ServerResponse, [status, body, cacheControl = 'no-store']: Answer): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': cacheControl })
    .end(`${JSON.stringify(body, null, 2)}\n`)
}
