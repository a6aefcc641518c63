/** The identity server: the token endpoint and the metadata server of one account, on one port. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contained } from '../../shared/src/contained.ts'
import { refusalAtDoor } from '../../shared/src/local_door.ts'
import { openIssuer, type Issuer } from './issuer.ts'
import { createMetadataListener, metadataEnvironment } from './metadata_server.ts'
import { createTokenEndpoint } from './token_endpoint.ts'

export interface IdentityOptions {
  /** Folder of the keys. It is created if it does not exist. */
  dir: string
  /** The port on 127.0.0.1. Default: a free one. */
  port?: number
  /** Project id of the metadata server. */
  project: string
  /** Default: 1. */
  projectNumber?: number
  /** The service account of the metadata server, such as `app@my-project.iam.gserviceaccount.com`. */
  account: string
}

export interface IdentityServer {
  /** Origin of the token endpoint, such as `http://127.0.0.1:8090`. */
  url: string
  issuer: Issuer
  /** Environment variables that make a process use the account, whatever credentials the developer has. */
  environment: Readonly<Record<string, string>>
  close: () => Promise<void>
}

/** Starts the server on 127.0.0.1. It issues tokens for every account. */
export async function serveIdentity(options: IdentityOptions): Promise<IdentityServer> {
  const { dir, port = 0, project, projectNumber = 1, account } = options
  const issuer = await openIssuer(dir)
  const serveToken = createTokenEndpoint({ issuer, isKnownAccount: () => true })
  const serveMetadata = createMetadataListener({ issuer, project, projectNumber, email: account })
  const server = createServer(
    contained((request, response) => {
      const refusal = refusalAtDoor(request)
      if (refusal)
        response.writeHead(refusal.status, { 'content-type': 'text/plain' }).end(`${refusal.message}\n`)
      else if (!serveToken(request, response)) serveMetadata(request, response)
    }),
  )
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    issuer,
    environment: metadataEnvironment(host, project),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}
