/** Event bus: bounds the parsed values that an instance holds at a time. The bytes of a message do not tell how many it has: the values of
 * `[{},{},…]` take 30 times the bytes of their text, those of one text as many as the text. */
import { smallDataBytes } from '../../schemas/instance.ts'

const comma = 0x2c
const openBracket = 0x5b
const openBrace = 0x7b

/** Returns how many values the data can have, at most; 0 for small data, whose values count with its bytes. */
export function countValues(data: Buffer): number {
  if (data.length <= smallDataBytes) return 0
  let count = 0
  for (let at = 0; at < data.length; at++) {
    const code = data[at]
    if (code === comma || code === openBrace || code === openBracket) count++
  }
  return count
}

/** Runs work that holds so many values, in the order of the calls. Work with more than the maximum runs alone. */
export type ValueGate = <Result>(values: number, work: () => Promise<Result>) => Promise<Result>

export function createValueGate(maxValues: number): ValueGate {
  let free = maxValues
  const waiting: { values: number; begin: () => void }[] = []
  const beginNext = (): void => {
    for (let [first] = waiting; first && first.values <= free; [first] = waiting) {
      waiting.shift()
      free -= first.values
      first.begin()
    }
  }
  const run = async <Result>(values: number, work: () => Promise<Result>): Promise<Result> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push({ values, begin: resolve })
    beginNext()
    await promise
    try {
      return await work()
    } finally {
      free += values
      beginNext()
    }
  }
  return (values, work) => (values === 0 ? work() : run(Math.min(values, maxValues), work))
}
