/** Web door: seals the event of a pixel in one parameter of its URL, and opens it. The parameter is encrypted and authenticated with AES-256-GCM:
 * who sees it reads nothing, and nobody without the secret makes or changes one. Pure.
 * https://nvlpubs.nist.gov/nistpubs/Legacy/SP/nistspecialpublication800-38d.pdf */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Characters of the longest parameter. The request line and the headers together have 16 KiB. */
const maxCharacters = 4096

/** Returns the parameter for an event, a JSON object as text. Sealing the same event twice gives two parameters. */
export function sealPixel(secret: string, source: string, event: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyOf(secret, source), nonce)
  return Buffer.concat([nonce, cipher.update(event), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/** Returns the event of a parameter; undefined if it was not sealed with the secret for this source. */
export function openPixel(secret: string, source: string, parameter: string): string | undefined {
  if (parameter.length > maxCharacters || !/^[\w-]+$/.test(parameter)) return undefined
  const sealed = Buffer.from(parameter, 'base64url')
  if (sealed.length <= nonceBytes + tagBytes) return undefined
  const decipher = createDecipheriv(algorithm, keyOf(secret, source), sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    const event = decipher.update(sealed.subarray(nonceBytes, -tagBytes))
    return Buffer.concat([event, decipher.final()]).toString()
  } catch {
    return undefined
  }
}

/** A key for each source, although two may have the same secret. */
function keyOf(secret: string, source: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `sluice pixel ${source}`, 32))
}
