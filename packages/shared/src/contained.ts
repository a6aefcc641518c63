/** Contains the faults of a request handler: they end its request, never the process. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** Returns the listener. What it throws or rejects with is written to stderr as a warning, and its request is answered 500 or closed. */
export function contained(listener: Listener): RequestListener {
  return (request, response) => {
    const fail = (error: unknown): void => {
      // A client that goes away is no fault.
      if (!request.errored) process.emitWarning(error instanceof Error ? error : String(error))
      if (response.headersSent || response.destroyed) response.destroy()
      else response.writeHead(500, { connection: 'close' }).end()
    }
    try {
      const served = listener(request, response)
      if (served instanceof Promise) served.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}
