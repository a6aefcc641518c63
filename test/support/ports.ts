/** Test support: finds ports on which a stack can be started repeatedly. */
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that the operating system assigns. https://www.kernel.org/doc/html/latest/networking/ip-sysctl.html (ip_local_port_range) */
const range = { first: 20_000, last: 32_000 } as const

/** Returns the first of `count` consecutive free ports, at a random position. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = range.first + Math.floor(Math.random() * (range.last - range.first))
    const ports = Array.from({ length: count }, (_, offset) => first + offset)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
