/** GoogleSQL lexer: decodes escape sequences of string, bytes and quoted-identifier literals. https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical#escape_sequences */

const simple: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  '?': '?',
}

/** Returns the bytes of a literal. Throws the first character of an invalid sequence. */
export function unescape(raw: string): Buffer {
  const parts: Buffer[] = []
  let from = 0
  for (let i = raw.indexOf('\\'); i >= 0; i = raw.indexOf('\\', from)) {
    parts.push(Buffer.from(raw.slice(from, i)))
    const [value, length] = sequence(raw, i + 1)
    parts.push(value)
    from = i + 1 + length
  }
  parts.push(Buffer.from(raw.slice(from)))
  return Buffer.concat(parts)
}

/** Returns the value of the escape sequence and its length after the backslash. */
function sequence(raw: string, at: number): [Buffer, number] {
  const letter = raw[at] ?? ''
  const plain = simple[letter]
  if (plain !== undefined) return [Buffer.from(plain), 1]
  const rest = raw.slice(at)
  const byte = /^[xX]([0-9a-fA-F]{2})/.exec(rest)
  if (byte) return [Buffer.from([Number.parseInt(byte[1]!, 16)]), 3]
  const octal = /^[0-3][0-7]{2}/.exec(rest)
  if (octal) return [Buffer.from([Number.parseInt(octal[0], 8)]), 3]
  const unicode = /^u([0-9a-fA-F]{4})/.exec(rest) ?? /^U([0-9a-fA-F]{8})/.exec(rest)
  if (unicode) return [Buffer.from(String.fromCodePoint(Number.parseInt(unicode[1]!, 16))), unicode[0].length]
  throw new RangeError(letter)
}

/** Decodes text as `unescape` does, except that \\xNN is the code point NN. */
export function unescapeText(raw: string): string {
  return raw.replace(
    /\\(?:[xX]([0-9a-fA-F]{2})|([0-3][0-7]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([^]?))/g,
    (_, hex: string, octal: string, short: string, long: string, letter: string) => {
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8))
      const code = hex ?? short ?? long
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16))
      const plain = simple[letter]
      if (plain === undefined) throw new RangeError(letter)
      return plain
    },
  )
}
