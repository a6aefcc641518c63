/** Linkage layer: the SHA-256 under which a personal value leaves. Values that many people share are worked out once and remembered. */
import { hash } from 'node:crypto'
import { normalisers, type Normaliser, type NormaliserName } from './normalize.ts'

/** Normal forms of countries, places and genders. By none of them alone is a person known, so their values may stay in memory. */
const shared: readonly NormaliserName[] = [
  'country_lower',
  'country_upper',
  'gender',
  'place',
  'zip',
  'zip_digits',
  'zip_tiktok',
]

/** What is remembered of one form. A producer can make up places, of any length. */
const most = { texts: 2048, length: 64 } as const

const digests = new Map<NormaliserName, Normaliser>()

/** Makes of a text the SHA-256 of its normal form, in lower hex; undefined when it has none. What is one already stays as it is. */
export function digestOf(form: NormaliserName): Normaliser {
  let digest = digests.get(form)
  if (!digest) {
    const fresh = hashing(normalisers[form])
    digests.set(form, (digest = shared.includes(form) ? remembering(fresh) : fresh))
  }
  return digest
}

const sha256 = /^[a-f0-9]{64}$/

function hashing(normalise: Normaliser): Normaliser {
  return (text) => {
    if (text.length >= 64) {
      const already = text.trim().toLowerCase()
      if (sha256.test(already)) return already
    }
    const normal = normalise(text)
    return normal === undefined ? undefined : hash('sha256', normal)
  }
}

function remembering(digest: Normaliser): Normaliser {
  const known = new Map<string, string>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const fresh = digest(text)
    if (text.length > most.length || fresh === undefined) return fresh
    if (known.size === most.texts) known.clear()
    known.set(text, fresh)
    return fresh
  }
}
