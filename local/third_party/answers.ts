/** The answers: what the stand-in answers, so that a failing third party can be watched. */
import { behaviors, type Behavior } from './vendors/vendor.ts'

/** How requests are answered from now on. */
export interface AnswerRule {
  /**
   * How a vendor answers, in its own words; at hosts of no known vendor by the status alone. Default: `success`, unless status or body
   * are given: then just these are the answer.
   */
  behavior?: Behavior
  /** HTTP status, 200 to 599. Default: the behavior's. */
  status?: number
  /** A string is sent as it is, everything else as JSON. Default: the behavior's; without a behavior `{}`. */
  body?: unknown
  /** Milliseconds until the answer. */
  delayMs?: number
  /** `Retry-After`: seconds or an HTTP date (RFC 9110 §10.2.3). Default: the behavior's. */
  retryAfter?: number | string
  /** For how many requests it holds. Default: until it is replaced. */
  times?: number
  /** Only for requests whose path starts with this, such as `/graph.facebook.com`. Default: for all. */
  path?: string
}

const accepted: AnswerRule = {}

/** What each field of an answer must be, in words and as a test. */
const fields: Record<keyof AnswerRule, { expected: string; fits: (value: unknown) => boolean }> = {
  behavior: {
    expected: `one of ${behaviors.join(', ')}`,
    fits: (value) => behaviors.some((behavior) => behavior === value),
  },
  status: { expected: 'a whole number from 200 to 599', fits: isWhole(200, 599) },
  body: { expected: 'any JSON value', fits: () => true },
  delayMs: { expected: 'whole milliseconds from 0 to 600000', fits: isWhole(0, 600_000) },
  retryAfter: {
    expected: 'whole seconds or an HTTP date',
    fits: (value) =>
      isWhole(0, 86_400 * 365)(value) || (typeof value === 'string' && !Number.isNaN(Date.parse(value))),
  },
  times: { expected: 'a whole number from 1 to 1000000', fits: isWhole(1, 1_000_000) },
  path: {
    expected: 'a path that starts with /',
    fits: (value) => typeof value === 'string' && value.startsWith('/'),
  },
}

/** The answers in force: at most one per path; the longest path that fits a request wins. */
export class Answers {
  readonly #byPath = new Map<string, AnswerRule>()
  readonly #listeners: (() => void)[] = []

  /** The answers in force, in the order in which they were set. */
  get inForce(): AnswerRule[] {
    return [...this.#byPath.values()]
  }

  /** Puts an answer in force in place of the one with the same path. Throws an error that names the field at fault. */
  put(value: unknown): AnswerRule {
    const answer = parse(value)
    this.#byPath.delete(answer.path ?? '/')
    this.#byPath.set(answer.path ?? '/', answer)
    this.#tell()
    return answer
  }

  /** Back to accepting everything; with a path, only what was set for exactly that path. */
  clear(path?: string): void {
    if (path === undefined) this.#byPath.clear()
    else this.#byPath.delete(path)
    this.#tell()
  }

  /** The answer to a request, which counts as one of the answer's `times`. */
  take(path: string): AnswerRule {
    const fitting = [...this.#byPath.keys()].filter((start) => path.startsWith(start))
    const [key] = fitting.toSorted((a, b) => b.length - a.length)
    const answer = key === undefined ? undefined : this.#byPath.get(key)
    if (key === undefined || !answer) return accepted
    if (answer.times !== undefined) {
      if (answer.times === 1) this.#byPath.delete(key)
      else this.#byPath.set(key, { ...answer, times: answer.times - 1 })
      this.#tell()
    }
    return answer
  }

  listen(listener: () => void): void {
    this.#listeners.push(listener)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function parse(value: unknown): AnswerRule {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`answer: expected an object like {"behavior": "throttle"}, got ${JSON.stringify(value)}`)
  }
  for (const [name, given] of Object.entries(value)) {
    if (!isField(name)) {
      throw new Error(`${name}: unknown field, expected one of ${Object.keys(fields).join(', ')}`)
    }
    const { expected, fits } = fields[name]
    if (!fits(given)) throw new Error(`${name}: expected ${expected}, got ${JSON.stringify(given)}`)
  }
  return value
}

function isField(name: string): name is keyof AnswerRule {
  return Object.hasOwn(fields, name)
}

function isWhole(min: number, max: number): (value: unknown) => boolean {
  return (value) => typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}
