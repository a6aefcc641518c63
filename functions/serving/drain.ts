/** Serving: on SIGTERM the requests in flight finish. functions-framework alone would end the process within
 * milliseconds and cut them off. Cloud Run grants ten seconds: https://cloud.google.com/run/docs/container-contract#instance-shutdown */
import type { IncomingMessage, Server } from 'node:http'
import { logEntry } from './log.ts'

const signals = ['SIGTERM', 'SIGINT'] as const
type Signal = (typeof signals)[number]

function isSignal(event: string | symbol): event is Signal {
  return (signals as readonly (string | symbol)[]).includes(event)
}

/** How long requests in flight may take, in ms. */
const grace = 9000

/** Stops listening on the first signal, waits for the open requests, then exits with 0. */
export function drainOnTermination(server: Server): void {
  const connections = new Set<IncomingMessage['socket']>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  let draining = false
  const drain = (): void => {
    // Ctrl+C reaches a child process twice, from the terminal and from its parent.
    if (draining) return
    draining = true
    server.close(() => process.exit(0))
    // A kept-alive connection that becomes idle later would hold the server open.
    setInterval(() => server.closeIdleConnections(), 50).unref()
    // Nor does Node count as idle what was opened ahead of its first request.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => {
      logEntry('WARNING', 'requests were still open at the end of the grace period and are cut off')
      process.exit(0)
    }, grace).unref()
  }
  for (const signal of signals) process.on(signal, drain)
  // The framework adds its own listeners once it listens.
  process.on('newListener', (event, listener) => {
    if (!isSignal(event) || listener === drain) return
    setImmediate(() => process.removeListener(event, listener as NodeJS.SignalsListener))
  })
}
