/** Bench, measured process: reports the port and, on request, CPU time, resident memory and heap in use. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'

const listen = Reflect.get(http.Server.prototype, 'listen')

http.Server.prototype.listen = function (this: http.Server, _port: unknown, ready?: () => void) {
  this.once('listening', () => process.send?.({ port: (this.address() as AddressInfo).port }))
  return listen.call(this, { port: 0, host: '127.0.0.1' }, ready)
} as typeof listen

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  // The collection runs after the CPU time was read.
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ cpu: user + system, rss, live: heapUsed + external })
})
process.once('disconnect', () => process.exit(0))
