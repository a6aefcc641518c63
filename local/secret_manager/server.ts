/** Embedded Secret Manager: the methods of the REST API v1 that functions call, with Google's errors, for the secrets that functions write.
 * https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets.versions */
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Access } from '../../packages/gcp-identity/src/index.ts'
import { refusalAtDoor, requestTarget } from '../../packages/shared/src/index.ts'
import { openVersions, type StoredVersion, type StoredVersions } from './stored_versions.ts'

interface SecretManagerOptions {
  /** Folder that keeps the versions across restarts. */
  dir: string
  access: Access
  project: string
  projectNumber: number
  /** Ids of the secrets. */
  secrets: readonly string[]
}

interface SecretManager {
  /** The value of `SECRET_MANAGER_EMULATOR_HOST`. */
  url: string
  close: () => Promise<void>
}

/** Largest payload in bytes. https://cloud.google.com/secret-manager/quotas */
const maxPayloadBytes = 65_536

/** https://cloud.google.com/apis/design/errors#handling_errors */
const codes = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
} as const

class SecretError extends Error {
  readonly status: keyof typeof codes

  constructor(status: keyof typeof codes, message: string) {
    super(message)
    this.status = status
  }
}

/** Method, as verb and path below the secret → the permission that it needs. https://cloud.google.com/secret-manager/docs/access-control */
export const permissions = {
  'GET versions/*:access': 'secretmanager.versions.access',
  'POST :addVersion': 'secretmanager.versions.add',
  'GET versions': 'secretmanager.versions.list',
  'POST versions/*:destroy': 'secretmanager.versions.destroy',
} as const

type Method = keyof typeof permissions

/** A request to one of the methods. */
interface Call {
  /** Id of the secret. */
  secret: string
  /** A number, `latest` or empty. */
  version: string
  query: URLSearchParams
  body: unknown
}

/** Starts the service on a free port of the loopback interface. */
export async function openSecretManager(options: SecretManagerOptions): Promise<SecretManager> {
  const { dir, access, project, projectNumber, secrets } = options
  await mkdir(dir, { recursive: true })
  const stored = new Map(
    await Promise.all(secrets.map(async (secret) => [secret, await openVersions(dir, secret)] as const)),
  )

  const nameOf = (secret: string, version?: number): string =>
    `projects/${projectNumber}/secrets/${secret}${version === undefined ? '' : `/versions/${version}`}`

  const versionsOf = ({ secret }: Call): StoredVersions => {
    const versions = stored.get(secret)
    if (!versions) throw new SecretError('NOT_FOUND', `Secret [${nameOf(secret)}] not found.`)
    return versions
  }

  const found = (call: Call): StoredVersion => {
    const { all } = versionsOf(call)
    const number = call.version === 'latest' ? all.length : Number(call.version)
    if (number === 0)
      throw new SecretError('NOT_FOUND', `Secret [${nameOf(call.secret)}] not found or has no versions.`)
    const version = all[number - 1]
    if (!version)
      throw new SecretError('NOT_FOUND', `Secret Version [${nameOf(call.secret, number)}] not found.`)
    return version
  }

  const shown = ({ secret }: Call, { number, data: _data, ...version }: StoredVersion) => ({
    name: nameOf(secret, number),
    ...version,
  })

  const enabled = (call: Call): StoredVersion => {
    const version = found(call)
    if (version.state === 'ENABLED') return version
    const name = nameOf(call.secret, version.number)
    throw new SecretError('FAILED_PRECONDITION', `Secret Version [${name}] is in ${version.state} state.`)
  }

  const methods: Readonly<Record<Method, (call: Call) => object | Promise<object>>> = {
    'GET versions/*:access': (call) => {
      const { number, data } = enabled(call)
      return { name: nameOf(call.secret, number), payload: { data } }
    },
    'POST :addVersion': async (call) => shown(call, await versionsOf(call).add(payloadOf(call.body))),
    'GET versions': (call) => {
      const [, state] = /^state:([A-Z]+)$/.exec(call.query.get('filter') ?? '') ?? []
      const all = versionsOf(call).all.filter((each) => state === undefined || each.state === state)
      const limit = Number(call.query.get('pageSize') ?? 25_000)
      const versions = all.toReversed().slice(0, limit)
      return { versions: versions.map((each) => shown(call, each)), totalSize: all.length }
    },
    'POST versions/*:destroy': async (call) => {
      const version = found(call)
      const isDone = version.state === 'DESTROYED'
      return shown(call, isDone ? version : await versionsOf(call).destroy(version))
    },
  }

  const serve = async (request: IncomingMessage): Promise<object> => {
    const { path, query } = requestTarget(request.url)
    const [, parent, secret, rest] =
      /^\/v1\/(projects\/[^/:]+\/secrets\/([^/:]+))(?:\/)?(.*)$/.exec(decodeURIComponent(path)) ?? []
    const [, before = '', version = '', after = ''] =
      /^(versions)?(?:\/([^:/]+))?(:[a-zA-Z]+)?$/.exec(rest ?? '') ?? []
    const pattern = `${request.method} ${before}${version === '' ? '' : '/*'}${after}`
    if (parent === undefined || secret === undefined || !isMethod(pattern))
      throw new SecretError(
        'NOT_FOUND',
        `The embedded Secret Manager has no method ${request.method} ${path}.`,
      )
    const caller = access.identify(/^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
    if (!caller)
      throw new SecretError(
        'UNAUTHENTICATED',
        'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
      )
    const resource = parent.replace(`projects/${projectNumber}/`, `projects/${project}/`)
    // Only a caller with the permission on the whole project learns that a secret is missing. https://google.aip.dev/211
    const decidedOn = stored.has(secret) ? resource : `projects/${project}`
    if (!access.allows(caller.email, permissions[pattern], decidedOn)) {
      const denied = version === '' ? resource : `${resource}/versions/${version}`
      throw new SecretError(
        'PERMISSION_DENIED',
        `Permission '${permissions[pattern]}' denied for resource '${denied}' (or it may not exist).`,
      )
    }
    return methods[pattern]({ secret, version, query, body: await bodyOf(request) })
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = refusalAtDoor(request)
    const { status, body } = refusal
      ? { status: refusal.status, body: { error: { message: refusal.message } } }
      : await serve(request).then((served) => ({ status: 200, body: served }), failureOf)
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
    response.end(JSON.stringify(body))
  }
  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server.close(), 'close')
      server.closeAllConnections()
      await closed
    },
  }
}

function isMethod(pattern: string): pattern is Method {
  return Object.hasOwn(permissions, pattern)
}

function failureOf(error: unknown): { status: number; body: object } {
  const status = error instanceof SecretError ? error.status : 'INVALID_ARGUMENT'
  const message = error instanceof SecretError ? error.message : 'Invalid JSON payload received.'
  const code = codes[status]
  return { status: code, body: { error: { code, message, status } } }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    if (chunks.reduce((sum, { length }) => sum + length, 0) > 2 * maxPayloadBytes) throw tooLarge()
  }
  const text = Buffer.concat(chunks).toString()
  return text === '' ? {} : JSON.parse(text)
}

function payloadOf(body: unknown): string {
  const { payload } = body as { payload?: { data?: unknown } }
  if (typeof payload?.data !== 'string')
    throw new SecretError('INVALID_ARGUMENT', 'The payload of the secret version is missing.')
  if (Buffer.from(payload.data, 'base64').length > maxPayloadBytes) throw tooLarge()
  return payload.data
}

function tooLarge(): SecretError {
  return new SecretError(
    'INVALID_ARGUMENT',
    `The payload of the secret version exceeds the maximum of ${maxPayloadBytes} bytes.`,
  )
}
