/** Local stack: one stack at a time over one folder. The lock is a socket, because the system frees it however the process ends. */
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Another running stack has the folder. */
export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError'
}

/** Locks the folder; resolves to the function that unlocks it. Throws FolderLockedError when another running stack has it. */
export async function lock(dir: string): Promise<() => Promise<void>> {
  const name = `sluice-${createHash('sha256').update(resolve(dir)).digest('hex').slice(0, 16)}`
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
  if (await answers(path)) {
    throw new FolderLockedError(
      `Another stack runs over ${dir}. Stop it, or choose another folder with SLUICE_DATA_DIR or --data-dir.`,
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
  return new Promise((tell) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      tell(true)
    })
    socket.once('error', () => tell(false))
  })
}
