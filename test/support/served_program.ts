/** Test support, a program: a handler that always fails, behind `serve`; told to be impatient, with short times so that a slow client is
 * soon refused. Tells its port to its parent. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '../../functions/serving/serve.ts'

serve(() => {
  throw new Error('a fault')
})
const server = http.createServer()
if (process.argv[2] === 'impatient') {
  server.headersTimeout = 300
  server.requestTimeout = 600
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit(0))
