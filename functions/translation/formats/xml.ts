/** Translation layer: reads XML as a value. Strict; document types and custom entities are refused. https://www.w3.org/TR/xml/
 *
 * An element with only text becomes that text, any other an object of its attributes and children. Repeated children become a list, text
 * beside attributes or children becomes `text`. The value is an object with the root element as its only member. */
import { translationLimits } from '../../../schemas/translation/input.ts'
import { FormatError } from './reader.ts'

interface Element {
  name: string
  /** Attributes and children, in order. */
  members: [string, unknown][]
  text: string
}

const nameAt = /[\p{L}_:][\p{L}\p{N}\p{M}_:.·-]*/uy
const attributeAt = /\s+([\p{L}_:][\p{L}\p{N}\p{M}_:.·-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/uy
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns the value of a document. Throws FormatError with the line number. */
export function parseXml(text: string): unknown {
  return new XmlParser(text).document()
}

class XmlParser {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  document(): unknown {
    const root: Element = { name: '', members: [], text: '' }
    const open: Element[] = [root]
    while (this.#at < this.#text.length) {
      const element = open.at(-1)!
      if (this.#text[this.#at] !== '<') element.text += this.#characters()
      else if (this.#startsWith('<!--')) this.#skipPast('-->', 'comment')
      else if (this.#startsWith('<![CDATA[')) element.text += this.#skipPast(']]>', 'CDATA section').slice(9)
      else if (this.#startsWith('<!DOCTYPE'))
        throw this.#error(
          'A document type (<!DOCTYPE …>) is refused, because it can refer to entities and files. Send the XML without it',
        )
      else if (this.#startsWith('<!')) throw this.#error('Expected an element, got a declaration')
      else if (this.#startsWith('<?')) this.#skipPast('?>', 'processing instruction')
      else if (this.#startsWith('</')) this.#close(open)
      else this.#open(open)
      if (open.length === 1 && root.text.trim() !== '') throw this.#error('Expected an element, got text')
    }
    const unclosed = open.at(-1)!
    if (unclosed !== root) throw this.#error(`The element <${shown(unclosed.name)}> is never closed`)
    if (root.members.length !== 1) throw this.#error(`Expected one root element, got ${root.members.length}`)
    return valueOf(root)
  }

  #startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.#at)
  }

  /** Returns the text up to a terminator, and moves past the terminator. */
  #skipPast(terminator: string, what: string): string {
    const end = this.#text.indexOf(terminator, this.#at)
    if (end === -1) throw this.#error(`A ${what} is never closed`)
    const skipped = this.#text.slice(this.#at, end)
    this.#at = end + terminator.length
    return skipped
  }

  #characters(): string {
    const next = this.#text.indexOf('<', this.#at)
    const end = next === -1 ? this.#text.length : next
    const raw = this.#text.slice(this.#at, end)
    const decoded = this.#decode(raw)
    this.#at = end
    return decoded
  }

  #open(open: Element[]): void {
    const { nestingLevels: limit, columns } = translationLimits
    if (open.length > limit) throw this.#error(`Elements nest deeper than ${limit} levels`)
    this.#at++
    const element: Element = { name: this.#match(nameAt)?.[0] ?? '', members: [], text: '' }
    if (element.name === '') throw this.#error('Expected an element name after <')
    const seen = new Set<string>()
    for (let match = this.#match(attributeAt); match; match = this.#match(attributeAt)) {
      const [, name = '', double, single = ''] = match
      if (seen.has(name)) throw this.#error(`Attribute ${shown(name)} is repeated`)
      seen.add(name)
      if (seen.size > columns) throw this.#error(`An element has more than ${columns} attributes`)
      element.members.push([name, this.#decode(double ?? single)])
    }
    const ending = this.#match(/\s*\/?>/y)?.[0]
    if (ending === undefined)
      throw this.#error(`Expected an attribute in quotes or the end of the tag <${shown(element.name)}>`)
    if (ending.endsWith('/>')) add(open.at(-1)!, element)
    else open.push(element)
  }

  #close(open: Element[]): void {
    this.#at += 2
    const name = this.#match(nameAt)?.[0] ?? ''
    const element = open.at(-1)!
    if (open.length === 1) throw this.#error(`</${shown(name)}> has no start tag`)
    if (name !== element.name) throw this.#error(`Expected </${shown(element.name)}>, got </${shown(name)}>`)
    if (!this.#match(/\s*>/y)) throw this.#error(`The tag </${shown(name)}> is not closed`)
    open.pop()
    add(open.at(-1)!, element)
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text) ?? undefined
    if (match) this.#at = pattern.lastIndex
    return match
  }

  #decode(raw: string): string {
    if (!raw.includes('&')) return raw
    return raw.replace(
      /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([\w.:-]{1,64}));|&/g,
      (all, decimal: string, hex: string, name: string) => {
        const code = decimal ? Number(decimal) : hex ? parseInt(hex, 16) : undefined
        const isCharacter =
          code !== undefined &&
          code <= 0x10ffff &&
          (code >= 0x20 || [9, 10, 13].includes(code)) &&
          (code < 0xd800 || code > 0xdfff)
        if (isCharacter) return String.fromCodePoint(code)
        if (name && Object.hasOwn(entities, name)) return entities[name]!
        throw this.#error(
          all === '&'
            ? 'Expected &amp; for an ampersand'
            : `Unknown entity ${shown(all)}: use one of the five of XML or a character reference`,
        )
      },
    )
  }

  #error(message: string): FormatError {
    const line = this.#text.slice(0, this.#at).split('\n').length
    return new FormatError(`Line ${line}: ${message}.`)
  }
}

function shown(name: string): string {
  return name.slice(0, 64)
}

function add(parent: Element, child: Element): void {
  const { members } = parent
  members.push([child.name, valueOf(child)])
  // Checked only at powers of two, which is often enough.
  if ((members.length & (members.length - 1)) === 0) requireFewNames(new Set(members.map(([name]) => name)))
}

function requireFewNames({ size }: { size: number }): void {
  const { columns } = translationLimits
  if (size > columns)
    throw new FormatError(`An element has at least ${size} kinds of children; the maximum is ${columns}.`)
}

function valueOf({ members, text }: Element): unknown {
  const ownText = text.trim()
  if (members.length === 0) return ownText
  const grouped = new Map<string, unknown[]>()
  for (const [name, value] of ownText === '' ? members : [...members, ['text', ownText] as const]) {
    const values = grouped.get(name)
    if (values) values.push(value)
    else grouped.set(name, [value])
  }
  requireFewNames(grouped)
  return Object.fromEntries(
    [...grouped].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}
