/** Event: the texts of an event's members, cut from the producer's own bytes when they are written: to a row, to the bus. Whoever only
 * judges or links an event needs none. */
import type { Shape } from './layout.ts'
import { cut, members, namesIn, objectText, ObjectText, valueText } from './members.ts'

type Members = Readonly<Record<string, unknown>>

/** Names and JSON texts of members, side by side. */
export class MemberTexts {
  readonly names: string[] = []
  readonly texts: string[] = []

  add(name: string, text: string): void {
    this.names.push(name)
    this.texts.push(text)
  }

  get(name: string): string | undefined {
    return this.texts[this.names.indexOf(name)]
  }

  *[Symbol.iterator](): Generator<readonly [name: string, text: string]> {
    for (const [index, name] of this.names.entries()) yield [name, this.texts[index]!]
  }
}

export class Texts {
  readonly #text: string
  readonly #parsed: Members
  readonly #names: readonly string[]
  readonly #shape: Shape
  readonly #times: ReadonlyMap<number, string> | undefined
  readonly #nested: number | undefined
  #cut: { context: MemberTexts; data: string } | undefined

  /** `times` are the normal forms of context fields by index, `nested` is the index of an `event_data` that is an object. */
  constructor(
    text: string,
    parsed: Members,
    names: readonly string[],
    shape: Shape,
    times: ReadonlyMap<number, string> | undefined,
    nested: number | undefined,
  ) {
    this.#text = text
    this.#parsed = parsed
    this.#names = names
    this.#shape = shape
    this.#times = times
    this.#nested = nested
  }

  /** Context fields that satisfy their definition, save id, name and time; times in their normal form. */
  get context(): MemberTexts {
    return (this.#cut ??= this.#cutAll()).context
  }

  /** The event-specific members as one JSON object. */
  get data(): string {
    return (this.#cut ??= this.#cutAll()).data
  }

  #cutAll(): { context: MemberTexts; data: string } {
    const names = this.#names
    const whole = cut(this.#text, names)
    const context = new MemberTexts()
    for (const index of this.#shape.ofColumns) {
      const time = this.#times?.get(index)
      context.add(names[index]!, time === undefined ? valueText(whole, index) : `"${time}"`)
    }
    const own = new ObjectText(whole)
    for (const index of this.#shape.ofData) own.add(index)
    const data = own.toString()
    if (this.#nested === undefined) return { context, data }
    const nested = valueText(whole, this.#nested)
    if (this.#shape.ofData.length > 0) return { context, data: joined(data, nested) }
    return { context, data: tight(nested, this.#parsed['event_data'] as Members) }
  }
}

/** An object's text without space between its members. */
const tight = (text: string, value: Members): string => {
  const whole = cut(text, namesIn(text, value).names)
  const all = new ObjectText(whole)
  for (let index = 0; index < whole.names.length; index++) all.add(index)
  return all.toString()
}

/** The members of both objects; where one stands in both, the nested one counts. */
const joined = (own: string, nested: string): string =>
  objectText(new Map([...members(own), ...members(nested)]))
