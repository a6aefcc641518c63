/** Bench: serves the Google APIs that a measured function calls, with immediate responses. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openIssuer, serveMetadata } from '../packages/gcp-identity/src/index.ts'

export interface Google {
  /** Environment variables with its address. */
  env: Readonly<Record<string, string>>
  stop: () => Promise<void>
}

export async function startGoogle(): Promise<Google> {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const issuer = await openIssuer(dir)
  const metadata = await serveMetadata({
    issuer,
    project: 'bench',
    projectNumber: 1,
    email: 'bench@bench.iam.gserviceaccount.com',
    port: 0,
  })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.setHeader('content-type', 'application/json')
      if (!request.url?.endsWith(':publish')) return response.end('{}')
      const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as { messages: readonly unknown[] }
      return response.end(JSON.stringify({ messageIds: messages.map((_, index) => String(index)) }))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: {
      ...metadata.environment,
      PUBSUB_EMULATOR_HOST: host,
      BIGQUERY_EMULATOR_HOST: `http://${host}`,
      GOOGLE_CLOUD_PROJECT: 'bench',
      DATASET: 'sluice',
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await metadata.close()
      await rm(dir, { recursive: true })
    },
  }
}
