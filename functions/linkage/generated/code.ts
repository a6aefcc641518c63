/** Linkage layer: a piece of generated code under way. Whatever is not the generator's own text enters as JSON or as a constant. */
import { contextNames } from '../../../schemas/context.ts'
import { castFunctions, sum, textOf } from '../cast.ts'
import {
  countOf,
  eventMember,
  presentValue,
  isPlainObject,
  joined,
  member,
  pluck,
  restOf,
  valueIn,
} from '../values.ts'

/** What generated code may call. */
export const runtime = {
  casts: castFunctions,
  countOf,
  eventMember,
  found: presentValue,
  isObject: isPlainObject,
  joined,
  member,
  pluck,
  rest: restOf,
  sum,
  textOf,
  valueIn,
} as const

/** Names that some value inherits: of these only an own member may be read. */
const inherited = new Set(
  [Object, Array, String, Number, Boolean].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)),
)

export class Code {
  readonly constants: unknown[] = []
  #text = ''
  #variables = 0

  get text(): string {
    return this.#text
  }

  add(line: string): void {
    this.#text += `${line}\n`
  }

  /** Declares a variable; its name. */
  variable(value?: string): string {
    const name = `v${this.#variables++}`
    this.add(value === undefined ? `let ${name}` : `let ${name} = ${value}`)
    return name
  }

  /** An expression for a value that JSON cannot write. */
  constant(value: unknown): string {
    this.constants.push(value)
    return `constants[${this.constants.length - 1}]`
  }
}

export function literal(value: unknown): string {
  return JSON.stringify(value)
}

/** Whether a member of this name need not be an object's own. */
export function isInherited(name: string): boolean {
  return inherited.has(name)
}

/** Expression: a member of what an expression gives. A name that nothing inherits is absent wherever it is no own member. */
export function memberExpression(of: string, name: string): string {
  return isInherited(name) ? `member(${of}, ${literal(name)})` : `${of}?.[${literal(name)}]`
}

/** Expression: a member of the event. */
export function eventExpression(name: string): string {
  return contextNames.has(name)
    ? memberExpression('event', name)
    : isInherited(name)
      ? `eventMember(event, ${literal(name)})`
      : `event[${literal(name)}] ?? data[${literal(name)}]`
}
