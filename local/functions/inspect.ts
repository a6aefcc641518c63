/** Local functions: which of them run with Node's inspector, and at which port. Pure. */
import { nearest } from '../../schemas/nearest.ts'

/** The value of an option is invalid. The message says what is expected. */
class OptionError extends Error {
  override readonly name = 'OptionError'
}

/** Port that debuggers try first. https://nodejs.org/en/learn/getting-started/debugging */
const defaultPort = 9229

/** Reads the option `--inspect`. `store` takes port 9229, `store=9300` another, `store=0` a free one; an empty text takes every function,
 * from port 9229 upwards. Returns the port of each function that is inspected. Throws an OptionError. */
export function inspectPorts(option: string, functions: readonly string[]): ReadonlyMap<string, number> {
  const sorted = functions.toSorted()
  if (option === '') return new Map(sorted.map((name, index) => [name, defaultPort + index]))
  const [name = '', portText = String(defaultPort)] = option.split('=')
  if (!sorted.includes(name)) {
    const meant = nearest(name, sorted)
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
    throw new OptionError(`--inspect: unknown function "${name}".${hint} Functions: ${sorted.join(', ')}`)
  }
  const port = Number(portText)
  if (!/^\d+$/.test(portText) || port > 65_535)
    throw new OptionError(`--inspect: expected a port from 0 to 65535 after "${name}=", got "${portText}"`)
  return new Map([[name, port]])
}
