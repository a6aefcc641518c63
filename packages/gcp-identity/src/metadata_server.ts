/** The metadata server: gives local processes a service account, as Google's does for a Cloud Run service. */
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { devNull } from 'node:os'
import { contained } from '../../shared/src/contained.ts'
import { refusalAtDoor } from '../../shared/src/local_door.ts'
import { requestTarget } from '../../shared/src/request_target.ts'
import type { Issuer } from './issuer.ts'

export interface MetadataAccount {
  issuer: Issuer
  /** Project id. */
  project: string
  projectNumber: number
  /** The service account of the processes that use this server. */
  email: string
}

export interface MetadataOptions extends MetadataAccount {
  /** The port on 127.0.0.1; 0 for a free one. */
  port: number
}

export interface MetadataServer {
  /** `127.0.0.1:port`, the value of `GCE_METADATA_HOST`. */
  host: string
  /** Environment variables that make a process use the account, whatever credentials the developer has. */
  environment: Readonly<Record<string, string>>
  close: () => Promise<void>
}

interface Answer {
  status: number
  contentType: 'application/json' | 'application/text' | 'text/html; charset=UTF-8'
  body: string
}

const base = '/computeMetadata/v1'
const cloudPlatform = 'https://www.googleapis.com/auth/cloud-platform'
const tokenLifetimeSeconds = 3600

/**
 * Serves the part of the metadata server that Google's auth libraries use, on the loopback interface.
 * https://cloud.google.com/compute/docs/metadata/querying-metadata
 */
export async function serveMetadata(options: MetadataOptions): Promise<MetadataServer> {
  const server = createServer(createMetadataListener(options))
  const host = `127.0.0.1:${await listen(server, options.port)}`
  return {
    host,
    environment: metadataEnvironment(host, options.project),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

/** Returns the request listener of a metadata server. */
export function createMetadataListener(account: MetadataAccount): RequestListener {
  return contained((request, response) => send(response, answer(request, account)))
}

/**
 * Returns the environment variables that make a process use the metadata server on a host. Without `CLOUDSDK_CONFIG` and
 * `GOOGLE_APPLICATION_CREDENTIALS` the developer's own credentials would win. Without `GOOGLE_CLOUD_PROJECT` the libraries
 * first ask the gcloud CLI, which takes a second, and without `METADATA_SERVER_DETECTION` they first search for a metadata server.
 */
export function metadataEnvironment(host: string, project: string): Readonly<Record<string, string>> {
  return {
    GCE_METADATA_HOST: host,
    METADATA_SERVER_DETECTION: 'assume-present',
    GOOGLE_CLOUD_PROJECT: project,
    GOOGLE_APPLICATION_CREDENTIALS: '',
    CLOUDSDK_CONFIG: devNull,
  }
}

/** Resolves to the port on which the server listens on the loopback interface. */
async function listen(server: Server, port: number): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

function answer(request: IncomingMessage, account: MetadataAccount): Answer {
  const refusal = refusalAtDoor(request)
  if (refusal) return failure(refusal.status, refusal.message)
  // Both headers exclude web pages and proxies: a browser can't send the first, and a proxy adds the second.
  if (request.headers['metadata-flavor'] !== 'Google') {
    return failure(403, 'Missing required header: Metadata-Flavor')
  }
  if (request.headers['x-forwarded-for'] !== undefined) return failure(403, 'Forbidden')
  if (request.method !== 'GET') return failure(405, 'Method Not Allowed')
  const { path, query } = requestTarget(request.url)
  switch (path) {
    case '/':
      return text('computeMetadata/\n')
    case `${base}/instance`:
    case `${base}/instance/`:
      return text('service-accounts/\n')
    case `${base}/project/project-id`:
      return text(account.project)
    case `${base}/project/numeric-project-id`:
      return text(String(account.projectNumber))
    default:
      return accountAnswer(path, query, account)
  }
}

/** Answers requests below `instance/service-accounts/`, where the account's address and `default` mean the same. */
function accountAnswer(path: string, query: URLSearchParams, { issuer, email }: MetadataAccount): Answer {
  const [, named, name] =
    /^\/computeMetadata\/v1\/instance\/service-accounts\/([^/]+)\/([^/]*)$/.exec(path) ?? []
  if (named !== 'default' && named !== email) return failure(404, 'Not Found')
  const scopes = query.get('scopes')?.split(',').filter(Boolean)
  switch (name) {
    case '':
      return query.get('recursive') === 'true'
        ? json({ aliases: ['default'], email, scopes: [cloudPlatform] })
        : text('aliases\nemail\nidentity\nscopes\ntoken\n')
    case 'email':
      return text(email)
    case 'aliases':
      return text('default\n')
    case 'scopes':
      return text(`${cloudPlatform}\n`)
    case 'token':
      return json({
        access_token: issuer.accessToken(email, {
          lifetimeSeconds: tokenLifetimeSeconds,
          scopes: scopes?.length ? scopes : [cloudPlatform],
        }),
        expires_in: tokenLifetimeSeconds,
        token_type: 'Bearer',
      })
    case 'identity': {
      const audience = query.get('audience')
      return audience
        ? text(issuer.idToken(email, audience))
        : failure(400, 'non-empty audience parameter required')
    }
    default:
      return failure(404, 'Not Found')
  }
}

function text(body: string): Answer {
  return { status: 200, contentType: 'application/text', body }
}

function json(value: object): Answer {
  return { status: 200, contentType: 'application/json', body: JSON.stringify(value) }
}

function failure(status: number, body: string): Answer {
  return { status, contentType: 'text/html; charset=UTF-8', body }
}

function send(response: ServerResponse, { status, contentType, body }: Answer): void {
  response
    .writeHead(status, {
      'metadata-flavor': 'Google',
      'content-type': contentType,
      'content-length': Buffer.byteLength(body),
    })
    .end(body)
}
