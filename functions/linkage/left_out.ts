/** Linkage layer: records which fields are left out of an event, and why. Pure. */
import type { Fault } from './fault.ts'

/** True if a field must not be left out; `value` is what would be left out. */
type IsKept = (path: string, value: unknown) => boolean

/** The fields left out so far, by path. */
export class LeftOut {
  readonly isKept: IsKept
  /** The fault of a field that must be kept. */
  keptFault: Fault | undefined
  readonly #faults = new Map<string, Fault>()
  /** Paths in the order of `add`. */
  readonly #paths: string[] = []

  constructor(isKept: IsKept) {
    this.isKept = isKept
  }

  add(path: string, value: unknown, fault: Fault): void {
    if (this.isKept(path, value)) this.keptFault ??= fault
    this.#faults.set(path, fault)
    this.#paths.push(path)
  }

  get(path: string): Fault | undefined {
    return this.#faults.get(path)
  }

  has(path: string): boolean {
    return this.#faults.has(path)
  }

  paths(): Iterable<string> {
    return this.#faults.keys()
  }

  /** Fits a value. If it does not fit, it is left out as a whole, so its parts are not told. */
  trying<Result extends object>(fit: () => Result): Result {
    const before = this.#paths.length
    const result = fit()
    if ('outcome' in result) for (const path of this.#paths.splice(before)) this.#faults.delete(path)
    return result
  }

  /** What was left out, each beginning with its path. */
  details(): readonly string[] {
    return [...this.#faults].map(([path, { detail = path }]) =>
      detail.startsWith(`${path} `) ? detail : `${path} is left out: ${detail}`,
    )
  }
}

/** Fields that must be left out because of others. */
export class Unwanted {
  readonly #faults = new Map<string, Fault>()
  /** Paths of the objects and lists that contain them; empty for the event itself. */
  readonly #above = new Set<string>()

  add(path: string, fault: Fault): void {
    this.#faults.set(path, fault)
    for (const { index } of path.matchAll(/^|[.[]/g)) this.#above.add(path.slice(0, index))
  }

  get(path: string): Fault | undefined {
    return this.#faults.get(path)
  }

  has(path: string): boolean {
    return this.#faults.has(path)
  }

  isBelow(path: string): boolean {
    return this.#above.has(path)
  }
}
