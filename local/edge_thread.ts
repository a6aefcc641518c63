/** Local stack: runs the edge in a thread of its own. Node takes one new connection in each turn of an event loop, and a request waits for its
 * turn unseen: the turns of the edge must stay short whatever the embedded services do in the main thread. */
import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { createTokenEndpoint, openIssuer } from '../packages/gcp-identity/src/index.ts'
import { openEdge, type LocalEdge, type Routes } from './edge.ts'

interface EdgeThreadOptions {
  /** 0 picks a free port. */
  port: number
  /** Folder of the issuer's keys, which exist. */
  identityDir: string
}

/** What the main thread orders. */
type Order = { order: 'open'; routes: Routes; accounts: readonly string[] } | { order: 'close' }

interface EdgeThread extends Pick<LocalEdge, 'url' | 'close'> {
  /** Starts routing, and to issue tokens to these accounts. Service accounts get tokens anyway. Resolves when requests are routed. */
  open: (routes: Routes, accounts: readonly string[]) => Promise<void>
}

/** Starts the edge. Rejects if the port is in use. */
export async function startEdge(options: EdgeThreadOptions): Promise<EdgeThread> {
  const worker = new Worker(new URL(import.meta.url), { workerData: options })
  const [url] = (await once(worker, 'message')) as [string]
  const send = (order: Order): void => worker.postMessage(order, [])
  return {
    url,
    open: async (routes, accounts) => {
      const opened = once(worker, 'message')
      send({ order: 'open', routes, accounts })
      await opened
    },
    close: async () => {
      const ended = once(worker, 'exit')
      send({ order: 'close' })
      await ended
    },
  }
}

async function runEdge({ port, identityDir }: EdgeThreadOptions): Promise<void> {
  const named = new Set<string>()
  const tokens = createTokenEndpoint({
    issuer: await openIssuer(identityDir),
    isKnownAccount: (email) => named.has(email) || email.endsWith('.iam.gserviceaccount.com'),
  })
  const edge = await openEdge({ port, tokens })
  parentPort!.on('message', (message: Order) => {
    if (message.order === 'close') void edge.close().then(() => parentPort!.close())
    else {
      for (const account of message.accounts) named.add(account)
      edge.open(message.routes)
      parentPort!.postMessage('open', [])
    }
  })
  parentPort!.postMessage(edge.url, [])
}

if (!isMainThread && parentPort) await runEdge(workerData as EdgeThreadOptions)
