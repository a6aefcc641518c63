/** Translation layer: decodes the bytes of a body, in the charset that the translation, the request or the first bytes declare. */
import type { TranslationInput } from '../../../schemas/translation.ts'
import { isCharset } from '../../../schemas/translation/input.ts'
import { refusal } from '../endpoint/refusal.ts'

/** Decodes a stream of bytes. Bytes that are invalid in the charset become U+FFFD; their record is refused later. */
export interface Decoder {
  push: (bytes: Buffer) => string
  end: () => string
  charset: () => string
}

export function openDecoder({ format, charset }: TranslationInput, contentType: string): Decoder {
  const declared = charset ?? /;\s*charset="?([^\s";]{1,40})/i.exec(contentType)?.[1]
  if (declared !== undefined && !isCharset(declared))
    throw refusal(
      'CHARSET_UNKNOWN',
      `Unknown charset "${declared}". Send UTF-8 or set input.charset.`,
      'content-type',
    )
  let decoder: TextDecoder | undefined
  return {
    push: (bytes) => {
      decoder ??= new TextDecoder(declared ?? sniff(bytes, format))
      return decoder.decode(bytes, { stream: true })
    },
    end: () => decoder?.decode() ?? '',
    charset: () => decoder?.encoding ?? 'utf-8',
  }
}

/** Returns the charset of a byte order mark or of an XML declaration; else UTF-8. https://www.w3.org/TR/xml/#sec-guessing */
function sniff(bytes: Buffer, format: TranslationInput['format']): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (format !== 'xml') return 'utf-8'
  const declared = /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    bytes.toString('latin1', 0, 256),
  )?.[1]
  return declared !== undefined && isCharset(declared) ? declared : 'utf-8'
}
