/** Events: shows the bytes of a message: as text if they are UTF-8, else in hexadecimal. Pure. */

/** `parts`: base64, in order. */
export function textOfBytes(parts: readonly string[]): { text: string; isText: boolean; length: number } {
  const bytes = Uint8Array.from(parts.map((part) => atob(part)).join(''), (character) =>
    character.charCodeAt(0),
  )
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text: indented(text), isText: true, length: bytes.length }
  } catch {
    return { text: hexOf(bytes.subarray(0, maxHexBytes)), isText: false, length: bytes.length }
  }
}

const maxHexBytes = 4096

/** JSON with indentation, without a change of its numbers or order; any other text as it is. */
function indented(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    const pretty = JSON.stringify(value, null, 2)
    // A number that JavaScript cannot represent, or a name that is given twice, must be seen as it came.
    return lengthWithoutSpace(pretty) === lengthWithoutSpace(text) ? pretty : text
  } catch {
    return text
  }
}

function lengthWithoutSpace(text: string): number {
  return text.replaceAll(/\s/g, '').length
}

function hexOf(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let start = 0; start < bytes.length; start += 16)
    lines.push(
      [...bytes.subarray(start, start + 16)].map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
    )
  return lines.join('\n')
}
