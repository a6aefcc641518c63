/** Serving: finishes the requests in flight on SIGTERM. functions-framework alone would exit within milliseconds.
 * Cloud Run allows ten seconds: https://cloud.google.com/run/docs/container-contract#instance-shutdown */
import type { IncomingMessage, Server } from 'node:http'
import { logEntry } from './log.ts'

const signals = ['SIGTERM', 'SIGINT'] as const
type Signal = (typeof signals)[number]

function isSignal(event: string | symbol): event is Signal {
  return (signals as readonly (string | symbol)[]).includes(event)
}

/** Maximum time for requests in flight, in ms. */
const graceMs = 9000

const unfinished = new Set<() => Promise<unknown>>()

/** Waits for this work after the last response, within the grace period: `wait` resolves when it is done, and never rejects. */
export function finishBeforeExit(wait: () => Promise<unknown>): void {
  unfinished.add(wait)
}

/** Stops listening on the first signal, waits for the open requests, then exits with 0. */
export function drainOnTermination(server: Server): void {
  const connections = new Set<IncomingMessage['socket']>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  let draining = false
  const drain = (): void => {
    // A child process receives Ctrl+C twice, from the terminal and from its parent.
    if (draining) return
    draining = true
    server.close(() => void Promise.all([...unfinished].map((wait) => wait())).then(() => process.exit(0)))
    // A keep-alive connection that becomes idle later would keep the server open.
    setInterval(() => server.closeIdleConnections(), 50).unref()
    // Node does not count a connection as idle before its first request.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => {
      logEntry('WARNING', 'requests were still open after the grace period and were aborted')
      process.exit(0)
    }, graceMs).unref()
  }
  for (const signal of signals) process.on(signal, drain)
  // Removes the listeners that the framework adds when it starts to listen.
  process.on('newListener', (event, listener) => {
    if (!isSignal(event) || listener === drain) return
    setImmediate(() => process.removeListener(event, listener as NodeJS.SignalsListener))
  })
}
