/** Translation layer: which translation a path names: `/v1/translators/<id>` or `/v1/translators/<id>@<version>`. Pure. */

export interface TranslationAddress {
  name: string
  /** Undefined for the highest version. */
  version: string | undefined
}

const prefix = '/v1/translators/'

/** Undefined when the path is none of a translation. */
export const translationOf = (path: string): TranslationAddress | undefined => {
  const id = path.startsWith(prefix) ? path.slice(prefix.length).replace(/%40/i, '@') : ''
  const match = /^([a-z][a-z0-9_]{2,63})(?:@(\d{1,4}\.\d{1,4}))?$/.exec(id)
  return match ? { name: match[1]!, version: match[2] } : undefined
}
