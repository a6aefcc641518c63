/** Local stack: locks the data folder for one running stack. The lock is a socket, which the system releases however the process ends. */
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Locks the folder. Throws if another running stack holds the lock. Resolves to the function that releases it. */
export async function lock(dir: string): Promise<() => Promise<void>> {
  const name = `sluice-${createHash('sha256').update(resolve(dir)).digest('hex').slice(0, 16)}`
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
  if (await answers(path)) {
    throw new Error(
      `Another stack runs over ${dir}. Stop it, or choose another folder: SLUICE_DATA_DIR=… npm start.`,
    )
  }
  await rm(path, { force: true })
  const server: Server = createServer((socket) => socket.destroy())
  server.unref()
  await once(server.listen(path), 'listening')
  return async () => {
    await once(server.close(), 'close')
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}
