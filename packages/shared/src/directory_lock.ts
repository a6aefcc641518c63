/** A lock on a directory: one process at a time. It is a socket, which the system closes however the process ends. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Returns a function that releases the lock, or undefined if another process has it. */
export async function lockDirectory(dir: string): Promise<(() => Promise<void>) | undefined> {
  const name = `sluice-${createHash('sha256').update(resolve(dir)).digest('hex').slice(0, 16)}`
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
  if (await answers(path)) return undefined
  await rm(path, { force: true })
  const server: Server = createServer((socket) => socket.destroy())
  server.unref()
  await once(server.listen(path), 'listening')
  return async () => {
    await once(server.close(), 'close')
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
