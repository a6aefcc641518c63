/** Limits of an instance: the memory of each function is enough for the bodies that it takes, and the documentation shows the same numbers. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import {
  bodyLimitsOf,
  forwardConcurrency,
  instances,
  nodeOptionsOf,
  smallBodyBytes,
  valuesAtATime,
} from '../../schemas/instance.ts'
import type { FunctionName } from '../../schemas/environment.ts'
import { limits } from '../../schemas/limits.ts'

const names = Object.keys(instances) as FunctionName[]
const mebibyte = 1_048_576

/** Memory of parsed JSON for each byte of a push, in base64, and of a body: `[{},{},…]` takes 36 bytes for each of its bytes. */
const parsedPerByte = { push: 27, body: 36 }

/** Memory of each value of a large message, at most: half an object whose only member has a name that no other has takes 140. */
const bytesOfValue = 150

function heapOf(name: FunctionName): number {
  return Number(/--max-old-space-size=(\d+)/.exec(nodeOptionsOf(name))![1]) * mebibyte
}

describe('the limits of an instance', () => {
  // 884, 372 or 564 MiB without the idle process − 80 (800 of forward) × (64 KiB + 8 KiB × factor), then for each byte by the factor.
  const byHand: Partial<Record<FunctionName, number>> = {
    // (926,941,184 − 5,242,880 − 7,864,320 − 40 × 10,485,760) / 12
    ingest: 41_200_298,
    // (390,070,272 − 5,242,880 − 14,417,920) / 22
    store: 16_836_794,
    // (591,396,864 − 52,428,800 − 131,072,000) / 20
    forward: 20_394_803,
  }
  for (const [name, bytes] of Object.entries(byHand))
    it(`let ${name} take ${bytes} bytes at a time`, () => {
      assert.equal(bodyLimitsOf(name as FunctionName).bytes, bytes)
    })

  for (const name of names) {
    it(`are enough for the largest body of ${name}`, () => {
      assert.ok(bodyLimitsOf(name).bytes >= instances[name].bodyBytes)
    })

    it(`leave the heap of ${name} room for the most expensive JSON`, () => {
      const { parsedPerByte: parsedOnce, bodyBytes } = instances[name]
      const isPush = !['ingest', 'translate', 'hook', 'collect', 'console'].includes(name)
      const taken = parsedOnce === undefined ? bodyLimitsOf(name).bytes : bodyBytes
      // A stream is parsed one record at a time.
      const parsed = name === 'translate' ? bodyBytes : taken
      const isCounted = name === 'store' || name === 'forward'
      // Small bodies have their values beside those of the large ones.
      const values = isCounted
        ? valuesAtATime * bytesOfValue + bodyLimitsOf(name).smallBytes * parsedPerByte.push
        : parsed * (isPush ? parsedPerByte.push : parsedPerByte.body)
      assert.ok(heapOf(name) >= values + 50 * mebibyte, `${values}`)
    })
  }

  it('let every request of an instance have a small body, whatever the large ones take', () => {
    assert.equal(bodyLimitsOf('forward').smallBytes, forwardConcurrency * smallBodyBytes)
  })

  /** A push of an event: its data in base64, and less than 100 kB of attributes. */
  const pushOf = (eventBytes: number): number => Math.ceil(eventBytes / 3) * 4 + 100_000
  // Concurrency and bytes at a time as above: 16,836,794 / 8,100,000 = 2; 20,394,803 / 8,100,000 = 2; 20,394,803 / 1,433,336 = 14.
  const waits = [
    { name: 'store', event: limits.eventBytes, atATime: 2, rounds: 40, seconds: 7.5 },
    { name: 'forward', event: limits.eventBytes, atATime: 2, rounds: 400, seconds: 0.75 },
    { name: 'forward', event: 1_000_000, atATime: 14, rounds: 58, seconds: 5.1 },
  ] as const
  for (const { name, event, atATime, rounds, seconds } of waits)
    it(`let the last push of a full ${name} have its turn if ${atATime} events of ${event} bytes take ${seconds} s`, () => {
      const { bytes, waitMs } = bodyLimitsOf(name)
      assert.equal(Math.floor(bytes / pushOf(event)), atATime)
      assert.equal(Math.ceil(instances[name].concurrency / atATime), rounds)
      assert.ok(rounds * seconds * 1000 <= waitMs)
    })

  it('are those of docs/operations.md', async () => {
    const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
    const section = page.split('## Limits of an instance\n')[1]!.split('\n## ')[0]!
    const rows = section
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
    const expected = names.map((name) => {
      const { memoryMiB, concurrency, bodyBytes, memoryPerByte, parsedPerByte: parsed = 0 } = instances[name]
      const isOpen = ['ingest', 'translate', 'hook', 'collect', 'console'].includes(name)
      const numbers = [memoryMiB, heapOf(name) / mebibyte, concurrency, bodyBytes, memoryPerByte, parsed]
      return [
        `\`${name}\``,
        ...[...numbers, bodyLimitsOf(name).bytes].map((number) => number.toLocaleString('en')),
        isOpen ? 'refuses' : 'waits',
      ]
    })
    const text = expected.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
    assert.deepEqual(rows, expected, `The table must have these rows:\n${text}`)
  })
})
