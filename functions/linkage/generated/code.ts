/** Linkage layer: collects generated code. All text that is not the generator's own enters as JSON or as a constant. */
import { contextNames } from '../../../schemas/context.ts'
import { calculated } from '../arithmetic.ts'
import { castFunctions, sum, sumOfProducts, textOf } from '../cast.ts'
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

/** The functions that generated code can call. */
export const runtime = {
  calculated,
  casts: castFunctions,
  countOf,
  eventMember,
  presentValue,
  isObject: isPlainObject,
  joined,
  member,
  pluck,
  rest: restOf,
  sum,
  sumOfProducts,
  textOf,
  valueIn,
} as const

/** Names that some values inherit: for these, the generated code must check that the member is an own one. */
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

  /** Declares a variable. Returns its name. */
  variable(value?: string): string {
    const name = `v${this.#variables++}`
    this.add(value === undefined ? `let ${name}` : `let ${name} = ${value}`)
    return name
  }

  /** Returns an expression for a value that JSON cannot represent. */
  constant(value: unknown): string {
    this.constants.push(value)
    return `constants[${this.constants.length - 1}]`
  }
}

export function literal(value: unknown): string {
  return JSON.stringify(value)
}

/** True if a member of this name may be inherited. */
export function isInherited(name: string): boolean {
  return inherited.has(name)
}

/** Returns an expression that reads a member. A name that no value inherits needs no check for own members. */
export function memberExpression(of: string, name: string): string {
  return isInherited(name) ? `member(${of}, ${literal(name)})` : `${of}?.[${literal(name)}]`
}

/** Returns an expression that reads a member of the event. */
export function eventExpression(name: string): string {
  return contextNames.has(name)
    ? memberExpression('event', name)
    : isInherited(name)
      ? `eventMember(event, ${literal(name)})`
      : `event[${literal(name)}] ?? data[${literal(name)}]`
}
