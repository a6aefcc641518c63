/** Bench, in the measured process: hands over the port and, when asked, the CPU time used so far. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'

const listen = Reflect.get(http.Server.prototype, 'listen')

http.Server.prototype.listen = function (this: http.Server, _port: unknown, ready?: () => void) {
  this.once('listening', () => process.send?.({ port: (this.address() as AddressInfo).port }))
  return listen.call(this, { port: 0, host: '127.0.0.1' }, ready)
} as typeof listen

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() })
})
process.once('disconnect', () => process.exit(0))
