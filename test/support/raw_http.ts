/** Test support: sends raw bytes to an HTTP/1.1 server, as a broken, slow or hostile client does. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { until } from './until.ts'

export interface RawConnection {
  socket: Socket
  /** Sends bytes. Returns false if the connection is closed. */
  write: (bytes: string | Buffer) => Promise<boolean>
  /** Returns the next complete response. */
  answer: () => Promise<{ status: number; head: string; text: string }>
  /** Resolves when the connection is closed. */
  closed: Promise<void>
}

export async function openRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let isClosed = false
  socket.setEncoding('latin1').on('data', (text) => {
    received += String(text)
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isClosed = true
      resolve()
    })
  })
  await once(socket, 'connect')

  const headPattern = /^HTTP\/1\.1 (\d{3})[^]*?\r\n\r\n/
  const length = (head: string): number => Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)

  return {
    socket,
    closed,
    write: async (bytes) => {
      if (isClosed || !socket.writable) return false
      if (!socket.write(bytes)) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
      return !isClosed
    },
    answer: async () => {
      const isComplete = (): boolean => {
        const head = headPattern.exec(received)?.[0]
        return head !== undefined && received.length >= head.length + length(head)
      }
      await until('a response arrives', () => isComplete() || isClosed)
      const [head = '', status] = headPattern.exec(received) ?? []
      const end = head.length + length(head)
      const text = received.slice(head.length, end)
      received = received.slice(end)
      return { status: Number(status), head, text }
    },
  }
}
