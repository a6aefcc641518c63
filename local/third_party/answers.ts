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
  /** A text: the rule applies only to requests whose body has it. Default: to all. */
  contains?: string
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
  contains: {
    expected: 'a text that is not empty',
    fits: (value) => typeof value === 'string' && value !== '',
  },
  refuses: {
    expected: 'a list of texts',
    fits: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  },
}

/** The active rules: at most one per path and text. Of those that match a request, the one with the longest path wins; of these, the one with the
 * longest text. */
export class Answers {
  #rules: readonly AnswerRule[] = []
  readonly #listeners: (() => void)[] = []

  /** The active rules, in the order in which they were set. */
  get active(): readonly AnswerRule[] {
    return this.#rules
  }

  /** Adds a rule, in place of the one with the same path and text. Throws an error that names the invalid field. */
  put(value: unknown): AnswerRule {
    const answer = parse(value)
    const isReplaced = (rule: AnswerRule) =>
      pathOf(rule) === pathOf(answer) && rule.contains === answer.contains
    this.#set([...this.#rules.filter((rule) => !isReplaced(rule)), answer])
    return answer
  }

  /** Removes all rules, so that every request is accepted; with a path, only the rules of exactly that path. */
  clear(path?: string): void {
    this.#set(path === undefined ? [] : this.#rules.filter((rule) => pathOf(rule) !== path))
  }

  /** Returns the rule for a request, and counts the request in the rule's `times`. */
  take(path: string, body: string): AnswerRule {
    const answer = this.#rules
      .filter((rule) => path.startsWith(pathOf(rule)) && body.includes(rule.contains ?? ''))
      .toSorted((a, b) => pathOf(b).length - pathOf(a).length || lengthOfText(b) - lengthOfText(a))[0]
    if (answer?.times === undefined) return answer ?? accepted
    const left = answer.times === 1 ? [] : [{ ...answer, times: answer.times - 1 }]
    this.#set(this.#rules.flatMap((rule) => (rule === answer ? left : [rule])))
    return answer
  }

  listen(listener: () => void): void {
    this.#listeners.push(listener)
  }

  #set(rules: readonly AnswerRule[]): void {
    this.#rules = rules
    for (const listener of this.#listeners) listener()
  }
}

function pathOf({ path = '/' }: AnswerRule): string {
  return path
}

function lengthOfText({ contains = '' }: AnswerRule): number {
  return contains.length
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
