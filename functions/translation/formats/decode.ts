/** Translation layer: the bytes of a body as text, in the encoding that the translation, the request or the first bytes tell. */
import type { TranslationInput } from '../../../schemas/translation.ts'
import { isCharset } from '../../../schemas/translation/input.ts'
import { refusal } from '../endpoint/refusal.ts'

/** Takes the bytes part by part. What is no text of the encoding becomes U+FFFD, for the record it is in to be refused. */
export interface Decoder {
  push: (bytes: Buffer) => string
  end: () => string
  charset: () => string
}

export function openDecoder({ format, charset }: TranslationInput, contentType: string): Decoder {
  const told = charset ?? /;\s*charset="?([^\s";]{1,40})/i.exec(contentType)?.[1]
  if (told !== undefined && !isCharset(told))
    throw refusal(
      'CHARSET_UNKNOWN',
      `Charset "${told}" is not known: send UTF-8, or say another in the translation.`,
      'content-type',
    )
  let decoder: TextDecoder | undefined
  return {
    push: (bytes) => {
      decoder ??= new TextDecoder(told ?? sniff(bytes, format))
      return decoder.decode(bytes, { stream: true })
    },
    end: () => decoder?.decode() ?? '',
    charset: () => decoder?.encoding ?? 'utf-8',
  }
}

/** A byte order mark, or what XML says of itself; else UTF-8. https://www.w3.org/TR/xml/#sec-guessing */
function sniff(bytes: Buffer, format: TranslationInput['format']): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (format !== 'xml') return 'utf-8'
  const declared = /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    bytes.toString('latin1', 0, 256),
  )?.[1]
  return declared !== undefined && isCharset(declared) ? declared : 'utf-8'
}
