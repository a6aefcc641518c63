/** Translation layer: reads XML as a value: strict, without document types and entities of one's own. https://www.w3.org/TR/xml/
 *
 * An element with text alone is that text; otherwise an object of its attributes and children. A child that comes several times is a
 * list, text beside attributes or children is `text`. The root element is a member of the whole. */
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

/** The value of a document. Throws FormatError, with the line. */
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
    const whole: Element = { name: '', members: [], text: '' }
    const open: Element[] = [whole]
    while (this.#at < this.#text.length) {
      const element = open.at(-1)!
      if (this.#text[this.#at] !== '<') element.text += this.#characters()
      else if (this.#starts('<!--')) this.#skipPast('-->', 'comment')
      else if (this.#starts('<![CDATA[')) element.text += this.#skipPast(']]>', 'CDATA section').slice(9)
      else if (this.#starts('<!DOCTYPE'))
        throw this.#fault(
          'A document type (<!DOCTYPE …>) is refused: it can name entities and files. Send the XML without it',
        )
      else if (this.#starts('<!')) throw this.#fault('Expected an element, got a declaration')
      else if (this.#starts('<?')) this.#skipPast('?>', 'instruction')
      else if (this.#starts('</')) this.#close(open)
      else this.#open(open)
      if (open.length === 1 && whole.text.trim() !== '') throw this.#fault('Expected an element, got text')
    }
    const unclosed = open.at(-1)!
    if (unclosed !== whole) throw this.#fault(`The element <${shown(unclosed.name)}> is never closed`)
    if (whole.members.length !== 1)
      throw this.#fault(`Expected one root element, got ${whole.members.length}`)
    return valueOf(whole)
  }

  #starts(words: string): boolean {
    return this.#text.startsWith(words, this.#at)
  }

  /** What stands before the words; goes on after them. */
  #skipPast(words: string, what: string): string {
    const end = this.#text.indexOf(words, this.#at)
    if (end === -1) throw this.#fault(`A ${what} is never closed`)
    const skipped = this.#text.slice(this.#at, end)
    this.#at = end + words.length
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
    if (open.length > limit) throw this.#fault(`Elements nest deeper than ${limit} levels`)
    this.#at++
    const element: Element = { name: this.#match(nameAt)?.[0] ?? '', members: [], text: '' }
    if (element.name === '') throw this.#fault('Expected the name of an element after <')
    const seen = new Set<string>()
    for (let match = this.#match(attributeAt); match; match = this.#match(attributeAt)) {
      const [, name = '', double, single = ''] = match
      if (seen.has(name)) throw this.#fault(`The attribute ${shown(name)} is given twice`)
      seen.add(name)
      if (seen.size > columns) throw this.#fault(`An element has more than ${columns} attributes`)
      element.members.push([name, this.#decode(double ?? single)])
    }
    const ending = this.#match(/\s*\/?>/y)?.[0]
    if (ending === undefined)
      throw this.#fault(`Expected an attribute in quotes or the end of the tag <${shown(element.name)}>`)
    if (ending.endsWith('/>')) add(open.at(-1)!, element)
    else open.push(element)
  }

  #close(open: Element[]): void {
    this.#at += 2
    const name = this.#match(nameAt)?.[0] ?? ''
    const element = open.at(-1)!
    if (open.length === 1) throw this.#fault(`</${shown(name)}> closes no element`)
    if (name !== element.name) throw this.#fault(`Expected </${shown(element.name)}>, got </${shown(name)}>`)
    if (!this.#match(/\s*>/y)) throw this.#fault(`The tag </${shown(name)}> is not closed`)
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
        throw this.#fault(
          all === '&'
            ? 'Expected &amp; for an ampersand'
            : `The entity ${shown(all)} is none of the five of XML and no character`,
        )
      },
    )
  }

  #fault(words: string): FormatError {
    const line = this.#text.slice(0, this.#at).split('\n').length
    return new FormatError(`Line ${line}: ${words}.`)
  }
}

function shown(name: string): string {
  return name.slice(0, 64)
}

function add(parent: Element, child: Element): void {
  const { members } = parent
  members.push([child.name, valueOf(child)])
  // Now and then is enough to see in time that there will be too many.
  if ((members.length & (members.length - 1)) === 0) requireFewNames(new Set(members.map(([name]) => name)))
}

function requireFewNames({ size }: { size: number }): void {
  const { columns } = translationLimits
  if (size > columns)
    throw new FormatError(`An element has ${size} kinds of children or more, the most are ${columns}.`)
}

function valueOf({ members, text }: Element): unknown {
  const words = text.trim()
  if (members.length === 0) return words
  const grouped = new Map<string, unknown[]>()
  for (const [name, value] of words === '' ? members : [...members, ['text', words] as const]) {
    const values = grouped.get(name)
    if (values) values.push(value)
    else grouped.set(name, [value])
  }
  requireFewNames(grouped)
  return Object.fromEntries(
    [...grouped].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}
