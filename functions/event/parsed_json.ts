/** Event: parses the data of a message, if its shape is within the limits of an event. Pure. */
import { isUtf8 } from 'node:buffer'
import { shapeFault, type ShapeFault } from '../../schemas/json_shape.ts'
import { limits } from '../../schemas/limits.ts'

const eventShape = {
  levels: limits.nestingLevels,
  members: limits.membersPerObject,
  values: limits.valuesPerEvent,
} as const

/** Returns the text and the value of a JSON text in UTF-8, or the reason why there is none. */
export function parsedJson(
  data: Buffer,
): { text: string; value: unknown } | { reason: ShapeFault | 'not_json' } {
  if (!isUtf8(data)) return { reason: 'not_json' }
  const text = data.toString()
  const fault = shapeFault(text, eventShape)
  if (fault) return { reason: fault }
  const value = parse(text)
  return value === undefined ? { reason: 'not_json' } : { text, value }
}

/** Returns undefined if the text is not JSON. The unused stack trace of the error would cost as much as all other work. */
function parse(text: string): unknown {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}
