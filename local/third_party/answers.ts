/** Third-party recorder: holds the rules by which it answers, so that a failing third party can be simulated. */
import { behaviors, type Behavior } from './vendors/vendor.ts'

/** How matching requests are answered. */
export interface AnswerRule {
  /**
   * The vendor's documented answer in this behavior; at hosts of no known vendor only its status. Default: `success`. If only status or body
   * are set, these are the answer.
   */
  behavior?: Behavior
  /** In behavior `partial`, the vendor refuses the events that have one of these texts as a value, at any depth. Default: about a third of all. */
  refuses?: readonly string[]
  /** HTTP status, 200 to 599. Default: the behavior's. */
  status?: number
  /** A string is sent unchanged, any other value as JSON. Default: the behavior's; without a behavior `{}`. */
  body?: unknown
  /** Delay of the answer, in milliseconds. */
  delayMs?: number
  /** `Retry-After`: seconds or an HTTP date (RFC 9110 §10.2.3). Default: the behavior's. */
  retryAfter?: number | string
  /** Number of requests for which the rule applies. Default: unlimited, until it is replaced. */
  times?: number
  /** Prefix of the paths for which the rule applies, such as `/graph.facebook.com`. Default: all paths. */
  path?: string
}

const accepted: AnswerRule = {}

/** Field of a rule → its check, and the expectation for the error message. */
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
  refuses: {
    expected: 'a list of texts',
    fits: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  },
}

/** The active rules: at most one per path. The longest path that matches a request wins. */
export class Answers {
  readonly #byPath = new Map<string, AnswerRule>()
  readonly #listeners: (() => void)[] = []

  /** The active rules, in the order in which they were set. */
  get active(): AnswerRule[] {
    return [...this.#byPath.values()]
  }

  /** Adds a rule, in place of the one with the same path. Throws an error that names the invalid field. */
  put(value: unknown): AnswerRule {
    const answer = parse(value)
    this.#byPath.delete(answer.path ?? '/')
    this.#byPath.set(answer.path ?? '/', answer)
    this.#notify()
    return answer
  }

  /** Removes all rules, so that every request is accepted; with a path, only the rule of exactly that path. */
  clear(path?: string): void {
    if (path === undefined) this.#byPath.clear()
    else this.#byPath.delete(path)
    this.#notify()
  }

  /** Returns the rule for a request, and counts the request in the rule's `times`. */
  take(path: string): AnswerRule {
    const matching = [...this.#byPath.keys()].filter((start) => path.startsWith(start))
    const [key] = matching.toSorted((a, b) => b.length - a.length)
    const answer = key === undefined ? undefined : this.#byPath.get(key)
    if (key === undefined || !answer) return accepted
    if (answer.times !== undefined) {
      if (answer.times === 1) this.#byPath.delete(key)
      else this.#byPath.set(key, { ...answer, times: answer.times - 1 })
      this.#notify()
    }
    return answer
  }

  listen(listener: () => void): void {
    this.#listeners.push(listener)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

function parse(value: unknown): AnswerRule {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`answer: expected an object like {"behavior": "throttle"}, got ${JSON.stringify(value)}`)
  }
  for (const [name, member] of Object.entries(value)) {
    if (!isField(name)) {
      throw new Error(`${name}: unknown field, expected one of ${Object.keys(fields).join(', ')}`)
    }
    const { expected, fits } = fields[name]
    if (!fits(member)) throw new Error(`${name}: expected ${expected}, got ${JSON.stringify(member)}`)
  }
  return value
}

function isField(name: string): name is keyof AnswerRule {
  return Object.hasOwn(fields, name)
}

function isWhole(min: number, max: number): (value: unknown) => boolean {
  return (value) => typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}
