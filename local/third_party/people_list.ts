/** Third-party recorder: one list of people. A person has one or more identifiers, and the removal of any of them removes the person. */
export class PeopleList {
  /** Name of each person, which is all their identifiers → the identifiers. */
  readonly #people = new Map<string, readonly string[]>()
  /** Identifier → names of the people who have it. */
  readonly #names = new Map<string, Set<string>>()

  /** The names, in order: `['EMAIL f190… PHONE 1ef9…']`. */
  get people(): readonly string[] {
    return [...this.#people.keys()].toSorted()
  }

  /** Adds a person, in place of entries that have no other identifiers. */
  add(identifiers: readonly string[]): void {
    for (const name of this.#withAny(identifiers))
      if (this.#people.get(name)!.every((each) => identifiers.includes(each))) this.#delete(name)
    const name = identifiers.join(' ')
    this.#people.set(name, identifiers)
    for (const each of identifiers) this.#names.set(each, new Set(this.#names.get(each)).add(name))
  }

  remove(identifiers: readonly string[]): void {
    for (const name of this.#withAny(identifiers)) this.#delete(name)
  }

  #withAny(identifiers: readonly string[]): ReadonlySet<string> {
    return new Set(identifiers.flatMap((each) => [...(this.#names.get(each) ?? [])]))
  }

  #delete(name: string): void {
    for (const each of this.#people.get(name)!) this.#names.get(each)!.delete(name)
    this.#people.delete(name)
  }
}
