/** Translation layer: reads the translation from a path: `/v1/translators/<id>` or `/v1/translators/<id>@<version>`, or the same under
 * `/v1/hooks/`. Pure. */
import { fault } from '../../serving/errors.ts'

export interface TranslationAddress {
  name: string
  /** Undefined for the version in force. */
  version: string | undefined
}

const prefixes = { translators: '/v1/translators/', hooks: '/v1/hooks/' } as const

/** Returns the name and version in a path. Throws if the path is not that of a translation. */
export function translationOf(path: string, kind: keyof typeof prefixes = 'translators'): TranslationAddress {
  const prefix = prefixes[kind]
  const address = path.startsWith(prefix)
    ? addressOf(path.slice(prefix.length).replace(/%40/i, '@'))
    : undefined
  if (!address) throw fault('PATH_UNKNOWN', { path })
  return address
}

/** Reads `shop_orders` or `shop_orders@1.0`; undefined for anything else. */
export function addressOf(id: string): TranslationAddress | undefined {
  const match = /^([a-z][a-z0-9_]{2,63})(?:@(\d{1,4}\.\d{1,4}))?$/.exec(id)
  return match ? { name: match[1]!, version: match[2] } : undefined
}

/** Returns `shop_orders`, or `shop_orders@1.0`. */
export function idOf({ name, version }: TranslationAddress): string {
  return version === undefined ? name : `${name}@${version}`
}

/** Returns the path that the signature of a signed URL covers. */
export function hookPath(address: TranslationAddress): string {
  return prefixes.hooks + idOf(address)
}
