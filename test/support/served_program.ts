/** Test support, a program: serves a handler that always fails, and sends its port to the parent process. Argument `shortTimeouts` refuses
 * slow clients soon. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '../../functions/serving/serve.ts'

serve('store', () => {
  throw new Error('a fault')
})
const server = http.createServer()
if (process.argv[2] === 'shortTimeouts') {
  server.headersTimeout = 300
  server.requestTimeout = 600
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit(0))
