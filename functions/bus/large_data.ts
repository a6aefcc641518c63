/** Event bus: takes large data out of the JSON of a push before it is parsed. A text of the whole body, and then one of its data, would be held
 * beside the body and the data. Pure. */
import { randomUUID } from 'node:crypto'

/** Stands for the data that was taken out. No sender can know it. */
export const placeholder: string = randomUUID()

/** Characters of base64 from which it is worth the while. */
const largeCharacters = 65_536

/** Characters that are decoded at a time: whole groups of four. */
const stepCharacters = 65_536

const nameOfData = '"data"'
const startOfData = /^"data"\s*:\s*"/

/** Returns the first large member `data` of a body, decoded, and the body with the placeholder in its place. Returns undefined if there is none
 * or it is not plain base64. */
export function takeData(body: Buffer): { data: Buffer; rest: Buffer } | undefined {
  if (body.length < largeCharacters) return undefined
  const name = body.indexOf(nameOfData)
  if (name === -1) return undefined
  const head = startOfData.exec(body.toString('latin1', name, name + 32))
  if (!head) return undefined
  const start = name + head[0].length
  const end = body.indexOf('"', start)
  if (end - start < largeCharacters) return undefined
  const data = decoded(body.subarray(start, end))
  return (
    data && {
      data,
      rest: Buffer.concat([body.subarray(0, start), Buffer.from(placeholder), body.subarray(end)]),
    }
  )
}

/** Returns undefined for anything but base64 without spaces and escapes. */
function decoded(text: Buffer): Buffer | undefined {
  const data = Buffer.allocUnsafeSlow(Math.ceil(text.length / 4) * 3)
  let size = 0
  for (let at = 0; at < text.length; at += stepCharacters) {
    const step = text.toString('latin1', at, at + stepCharacters)
    const bytes = data.write(step, size, 'base64')
    const isLast = at + stepCharacters >= text.length
    const padding = !isLast ? 0 : step.endsWith('==') ? 2 : step.endsWith('=') ? 1 : 0
    // Node passes over what is not base64.
    if (bytes !== Math.floor(((step.length - padding) * 3) / 4)) return undefined
    size += bytes
  }
  return data.subarray(0, size)
}
