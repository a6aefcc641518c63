/** Test support: starts the deployed bundle of `console` next to a running stack, with its own environment. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { bundleOf, serviceAccountId } from '../../infra/naming.ts'
import { openIssuer, serveMetadata } from '../../packages/gcp-identity/src/index.ts'
import { openSocket, portOf, startInstance } from '../../local/functions/instance.ts'
import type { TestStack } from '../support/stack.ts'

export interface Door {
  url: string
  /** Output of the process. */
  output: () => string
  stop: () => Promise<void>
}

/** Starts the function with its deployed service account. Resolves when it listens. */
export async function startConsole(
  { dir, facts }: TestStack,
  env: Readonly<Record<string, string>>,
): Promise<Door> {
  const socket = await openSocket(0)
  const url = `http://127.0.0.1:${portOf(socket)}`
  const lines: string[] = []
  const identityDir = join(dir, 'identity')
  const metadata = await serveMetadata({
    issuer: await openIssuer(identityDir),
    project: facts.project,
    projectNumber: 100_000_000_000,
    email: `${serviceAccountId('console')}@${facts.project}.iam.gserviceaccount.com`,
    port: 0,
  })
  const instance = await startInstance(
    {
      name: 'console',
      entryPoint: 'console',
      source: bundleOf('console'),
      env: {
        GOOGLE_CLOUD_PROJECT: facts.project,
        DATASET: facts.dataset,
        BIGQUERY_EMULATOR_HOST: facts.bigqueryUrl,
        DESTINATIONS: '[]',
        CONSENT_DEFAULTS: '{}',
        DERIVED_FIELDS: '{}',
        TRANSLATE_URL: facts.functions['translate'] ?? '',
        TRANSLATE_AUDIENCE: '',
        HOOK_URL: '',
        FORWARD_URL: facts.functions['forward'] ?? '',
        PUSH_ACCOUNT: `${serviceAccountId('push')}@${facts.project}.iam.gserviceaccount.com`,
        WEBHOOKS: '',
        AUTOMATIONS: '[]',
        SIGN_IN: 'token',
        CONSOLE_CLIENT_ID: '',
        CLIENT_ADDRESS: '',
        ...metadata.environment,
        ...env,
      },
      orders: { identityDir, audience: url, invokers: ['allUsers'] },
    },
    socket,
    (line) => lines.push(line),
  )
  return {
    url,
    output: () => lines.join('\n'),
    stop: async () => {
      await instance.stop()
      await metadata.close()
    },
  }
}

export interface Recorder {
  url: string
  /** Bodies of the requests to BigQuery. */
  requests: () => readonly string[]
  close: () => Promise<void>
}

/** Starts a proxy that records the requests to the stack's BigQuery. */
export async function startRecorder(bigqueryUrl: string): Promise<Recorder> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
      requests.push(body)
      const upstream = await fetch(new URL(request.url!, bigqueryUrl), {
        method: request.method!,
        headers: { authorization: request.headers.authorization!, 'content-type': 'application/json' },
        body,
      })
      response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(await upstream.text())
    })()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { pathname } = new URL(bigqueryUrl)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname === '/' ? '' : pathname}`,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** Returns an access token of an account without any grant. */
export async function tokenOfNobody({
  baseUrl,
  project,
}: {
  baseUrl: string
  project: string
}): Promise<string> {
  const account = `nobody@${project}.iam.gserviceaccount.com`
  const response = await fetch(`${baseUrl}/token`, { method: 'POST', body: new URLSearchParams({ account }) })
  const { access_token: token } = (await response.json()) as { access_token: string }
  return token
}
