/** Storage tests: a TCP proxy in front of a service. Its address is the same after each restart of the service, and it can be closed. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Line {
  /** `127.0.0.1:port` */
  host: string
  url: string
  /** Connects new connections to this port; undefined refuses them. */
  connectTo: (port: number | undefined) => void
  /** Resets all connections and refuses new ones, until `open`. */
  close: () => void
  open: () => void
  /** Resets this many connections at the first byte of a response: the request has arrived, the response is lost. */
  dropResponses: (count: number) => void
  /** Number of responses that are still to be dropped. */
  responsesToDrop: () => number
  /** The requests since the last `clearRequests`, such as `GET /path`; `refused` for a refused connection. */
  requests: readonly string[]
  clearRequests: () => void
  stop: () => Promise<void>
}

/** Clients send the next request only after the last response, so each request starts a new chunk. */
const requestLine = /^([A-Z]+ \S+) HTTP\/1\.1\r\n/

export async function openLine(): Promise<Line> {
  const sockets = new Set<Socket>()
  let port: number | undefined
  let isClosed = false
  let toDrop = 0
  const requests: string[] = []

  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.setNoDelay(true).once('close', () => sockets.delete(socket))
  }
  const server = createServer({ pauseOnConnect: true }, (near) => {
    near.on('error', () => {})
    if (port === undefined || isClosed) {
      requests.push('refused')
      near.resetAndDestroy()
      return
    }
    const far = connect(port, '127.0.0.1')
    keep(near)
    keep(far)
    far.on('error', () => near.resetAndDestroy())
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
    far.on('data', (chunk) => {
      if (toDrop > 0) {
        toDrop--
        near.resetAndDestroy()
      } else if (!near.write(chunk)) {
        far.pause()
        near.once('drain', () => far.resume())
      }
    })
    near.on('data', (chunk) => {
      const [, request] = requestLine.exec(chunk.toString('latin1', 0, 2048)) ?? []
      if (request !== undefined) requests.push(request)
    })
    near.pipe(far)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    host,
    url: `http://${host}`,
    connectTo: (to) => {
      port = to
    },
    close: () => {
      isClosed = true
      for (const socket of sockets) socket.resetAndDestroy()
    },
    open: () => {
      isClosed = false
    },
    dropResponses: (count) => {
      toDrop = count
    },
    responsesToDrop: () => toDrop,
    requests,
    clearRequests: () => void requests.splice(0),
    stop: async () => {
      const closed = once(server.close(), 'close')
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
