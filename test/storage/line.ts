/** Storage tests: a TCP line to a service. It keeps one address over all restarts of the service, and can be cut. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Line {
  /** `127.0.0.1:port`, whoever answers behind it. */
  host: string
  url: string
  /** Leads new connections to this port; undefined turns them away. */
  lead: (port: number | undefined) => void
  /** Resets every connection there is and turns new ones away, until it is opened again. */
  shut: () => void
  open: () => void
  /** Resets so many connections at the first byte of an answer: the request has arrived, its answer is lost. */
  loseAnswers: (count: number) => void
  /** How many answers are still to be lost. */
  answersToLose: () => number
  /** What has been asked over it since the last `forget`, such as `GET /path`; `turned away` where nobody was there. */
  asked: readonly string[]
  forget: () => void
  close: () => Promise<void>
}

/** Our clients send the next request only after the last answer, so that each begins a chunk of its own. */
const requestLine = /^([A-Z]+ \S+) HTTP\/1\.1\r\n/

export async function openLine(): Promise<Line> {
  const sockets = new Set<Socket>()
  let port: number | undefined
  let isShut = false
  let toLose = 0
  const asked: string[] = []

  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.setNoDelay(true).once('close', () => sockets.delete(socket))
  }
  const server = createServer({ pauseOnConnect: true }, (near) => {
    near.on('error', () => {})
    if (port === undefined || isShut) {
      asked.push('turned away')
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
      if (toLose > 0) {
        toLose--
        near.resetAndDestroy()
      } else if (!near.write(chunk)) {
        far.pause()
        near.once('drain', () => far.resume())
      }
    })
    near.on('data', (chunk) => {
      const [, request] = requestLine.exec(chunk.toString('latin1', 0, 2048)) ?? []
      if (request !== undefined) asked.push(request)
    })
    near.pipe(far)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    host,
    url: `http://${host}`,
    lead: (to) => {
      port = to
    },
    shut: () => {
      isShut = true
      for (const socket of sockets) socket.resetAndDestroy()
    },
    open: () => {
      isShut = false
    },
    loseAnswers: (count) => {
      toLose = count
    },
    answersToLose: () => toLose,
    asked,
    forget: () => void asked.splice(0),
    close: async () => {
      const closed = once(server.close(), 'close')
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
