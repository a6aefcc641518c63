/** Translation layer: converts field names of a record to names that a link's path can contain: letters, digits, underscores. Pure. */

import { romanized } from './romanize.ts'

/** How the names of a body become the names of fields. */
export interface Naming {
  /** True if names in another script are written in Latin letters. */
  romanized: boolean
  /** Is told each name that differs from the sender's. */
  renamed?: (name: string, original: string) => void
}

const plainNaming: Naming = { romanized: false }

const readable = /^[A-Za-z_][A-Za-z0-9_]*$/
const maxCharacters = 64
const german: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
}

function isReadable(name: string): boolean {
  return name.length <= maxCharacters && readable.test(name) && name !== '__proto__'
}

/** Returns a readable name: `E-Mail` → `E_Mail`, `Größe (cm)` → `Groesse_cm`. A name that is readable stays unchanged. */
function readableName(name: string): string {
  if (isReadable(name)) return name
  const plain = name
    .slice(0, 4 * maxCharacters)
    .normalize('NFC')
    .replace(/[äöüÄÖÜß]/g, (letter) => german[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, maxCharacters)
  if (plain === '') return 'field'
  return /^\d/.test(plain) ? `_${plain}` : plain
}

/** Returns unique readable names. Readable names stay unchanged, others get a suffix (`a b`, `a_b` → `a_b_2`, `a_b`). */
export function readableNames(names: readonly string[], naming: Naming = plainNaming): string[] {
  const reserved = new Set(names.filter(isReadable))
  const used = new Set<string>()
  return names.map((name) => {
    const readable = readableName(naming.romanized && !isReadable(name) ? romanized(name) : name)
    const isUnchanged = readable === name && !used.has(name)
    const unique = isUnchanged ? name : freeName(readable, (each) => reserved.has(each) || used.has(each))
    used.add(unique)
    if (unique !== name) naming.renamed?.(unique, name)
    return unique
  })
}

/** Returns the name, or the first of `name_2`, `name_3`, … that is free. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  let number = 2
  while (isTaken(`${name}_${number}`)) number++
  return `${name}_${number}`
}

/** Returns the value with readable names at every depth; the value itself if nothing changes. */
export function withReadableNames(value: unknown, naming: Naming = plainNaming): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const elements: unknown[] = value.map((element) => withReadableNames(element, naming))
    return elements.every((element, index) => element === value[index]) ? value : elements
  }
  const entries = Object.entries(value)
  const names = entries.map(([name]) => name)
  const unique = names.every(isReadable) ? names : readableNames(names, naming)
  const members = entries.map(([, member]) => withReadableNames(member, naming))
  const isSame = unique === names && members.every((member, index) => member === entries[index]![1])
  return isSame ? value : Object.fromEntries(unique.map((name, index) => [name, members[index]]))
}

/** Returns the name in snake_case, as event fields are named: `orderId`, `Order ID` and `order-id` → `order_id`. */
export function snakeName(name: string): string {
  return readableName(
    name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/([A-Z])([A-Z][a-z])/g, '$1_$2'),
  ).toLowerCase()
}
