/** Test support: speaks HTTP/1.1 to a port byte by byte, as a broken, slow or hostile client does. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { until } from './until.ts'

export interface RawConnection {
  socket: Socket
  /** Sends bytes; says whether the connection still took them. */
  write: (bytes: string | Buffer) => Promise<boolean>
  /** The next whole answer. */
  answer: () => Promise<{ status: number; head: string; text: string }>
  /** Resolves when the server has ended the connection. */
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

  const whole = /^HTTP\/1\.1 (\d{3})[^]*?\r\n\r\n/
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
      const isWhole = (): boolean => {
        const head = whole.exec(received)?.[0]
        return head !== undefined && received.length >= head.length + length(head)
      }
      await until('an answer', () => isWhole() || isClosed)
      const [head = '', status] = whole.exec(received) ?? []
      const end = head.length + length(head)
      const text = received.slice(head.length, end)
      received = received.slice(end)
      return { status: Number(status), head, text }
    },
  }
}
