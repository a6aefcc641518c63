/** Erasure: tells whether a text names the person, in linear time: BigQuery's RE2 searches the tables, this searches held messages. Pure. */
import type { Identity } from './identity.ts'

/** How often JSON in a string of JSON is unescaped: the message, a string in it, a string in that. */
const maxDepth = 3

/** Makes a function that returns true for a text with one of the identities, also with the escapes of JSON or URLs. */
export function identityMatcher(identities: readonly Identity[]): (text: string) => boolean {
  // Patterns with all escapes of each character would make JavaScript try every combination of them.
  const expressions = identities.flatMap(({ plain }) => plain.map((each) => new RegExp(each, 'iu')))
  return (text) =>
    readings(text).some((reading) => expressions.some((expression) => expression.test(reading)))
}

/** Returns the text as it is and without each kind of escape. */
function readings(text: string): readonly string[] {
  const found = new Set<string>()
  let unescaped = text
  for (let depth = 0; depth <= maxDepth; depth++) {
    found.add(unescaped)
    const decoded = withoutPercents(unescaped)
    found.add(decoded)
    found.add(withoutEscapes(decoded))
    if (!unescaped.includes('\\')) break
    unescaped = withoutEscapes(unescaped)
  }
  return [...found]
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** https://www.rfc-editor.org/rfc/rfc8259#section-7 */
function withoutEscapes(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|([^]))/gi, (_, code: string | undefined, char: string) =>
    code === undefined ? (controls[char] ?? char) : String.fromCharCode(parseInt(code, 16)),
  )
}

/** Of a form, with `+` for a space. https://url.spec.whatwg.org/#urlencoded-parsing */
function withoutPercents(text: string): string {
  const decoded = text.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
  )
  return decoded === text || !text.includes('+') ? decoded : `${decoded}\n${decoded.replaceAll('+', ' ')}`
}
