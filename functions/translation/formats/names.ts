/** Translation layer: the names by which a record's fields are read. Paths of links take letters, digits and underscores. Pure. */

const readable = /^[A-Za-z_][A-Za-z0-9_]*$/
const longest = 64
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
  return name.length <= longest && readable.test(name) && name !== '__proto__'
}

/** `E-Mail` → `E_Mail`, `Größe (cm)` → `Groesse_cm`; a name that a path can have stays as it is. */
export function readableName(name: string): string {
  if (isReadable(name)) return name
  const plain = name
    .slice(0, 4 * longest)
    .normalize('NFC')
    .replace(/[äöüÄÖÜß]/g, (letter) => german[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, longest)
  if (plain === '') return 'field'
  return /^\d/.test(plain) ? `_${plain}` : plain
}

/** Readable names, each once: names that are readable as they are keep theirs, the others give way (`a b`, `a_b` → `a_b_2`, `a_b`). */
export function readableNames(names: readonly string[]): string[] {
  const taken = new Set(names.filter(isReadable))
  const given = new Set<string>()
  return names.map((name) => {
    const wanted = readableName(name)
    const isOwn = wanted === name && !given.has(name)
    const unique = isOwn ? name : freeName(wanted, (each) => taken.has(each) || given.has(each))
    given.add(unique)
    return unique
  })
}

/** The name itself, or the first of `name_2`, `name_3`, … that is free. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  let number = 2
  while (isTaken(`${name}_${number}`)) number++
  return `${name}_${number}`
}

/** The value with the names of all its members readable. What has none but readable names is handed back itself. */
export function withReadableNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const elements: unknown[] = value.map(withReadableNames)
    return elements.every((element, index) => element === value[index]) ? value : elements
  }
  const entries = Object.entries(value)
  const names = entries.map(([name]) => name)
  const unique = names.every(isReadable) ? names : readableNames(names)
  const members = entries.map(([, member]) => withReadableNames(member))
  const isSame = unique === names && members.every((member, index) => member === entries[index]![1])
  return isSame ? value : Object.fromEntries(unique.map((name, index) => [name, members[index]]))
}

/** `orderId`, `Order ID` and `order-id` → `order_id`, as fields of events are named. */
export function snakeName(name: string): string {
  return readableName(
    name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/([A-Z])([A-Z][a-z])/g, '$1_$2'),
  ).toLowerCase()
}
