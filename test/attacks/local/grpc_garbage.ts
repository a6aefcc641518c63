/** Attacks on the local doors: bytes after the preface of HTTP/2, and instead of it. https://www.rfc-editor.org/rfc/rfc9113#name-frame-format */
import type { Random } from '../../../packages/shared/test/random.ts'

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Buffer,
  length = payload.length,
): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

const goAway = frame(7, 0, 0, Buffer.alloc(8))

/** Returns byte sequences that a server has to refuse. Each ends the connection: with an invalid frame, or with GOAWAY. */
export function grpcGarbage(random: Random): readonly Buffer[] {
  const noise = (bytes: number): Buffer => Buffer.from(Array.from({ length: bytes }, () => random.below(256)))
  const settings = frame(4, 0, 0, Buffer.alloc(0))
  return [
    // Starts like the preface and goes on as something else.
    Buffer.from('PRI'.padEnd(64, 'x')),
    Buffer.from('PRI * HTTP/1.1\r\n\r\n'),
    // Frames that are not allowed first, on this stream, or with this length.
    Buffer.concat([preface, frame(0, 0, 1, Buffer.from('data'))]),
    Buffer.concat([preface, frame(4, 0, 0, Buffer.alloc(5))]),
    Buffer.concat([preface, frame(4, 0, 1, Buffer.alloc(6))]),
    Buffer.concat([preface, settings, frame(1, 4, 2, Buffer.from([0xff, 0xff, 0xff]))]),
    Buffer.concat([preface, settings, frame(9, 4, 1, Buffer.alloc(10))]),
    Buffer.concat([preface, settings, frame(8, 0, 0, Buffer.alloc(4))]),
    Buffer.concat([preface, settings, frame(6, 0, 0, Buffer.alloc(7))]),
    Buffer.concat([preface, settings, frame(0, 0, 0, Buffer.alloc(1), 16_777_215), goAway]),
    ...Array.from({ length: 40 }, () =>
      Buffer.concat([
        preface,
        settings,
        frame(random.below(12), random.below(256), random.below(4), noise(random.below(64))),
        frame(4, 0, 3, Buffer.alloc(1)),
      ]),
    ),
  ]
}
