/** Linkage layer: hashes personal values with SHA-256 before they are sent. Hashes of values that many people share are cached. */
import { hash } from 'node:crypto'
import { normalisers, type Normaliser, type NormaliserName } from './normalize.ts'

/** Normal forms of countries, places and genders. None of them alone identifies a person, so their values may stay in memory. */
const shared: readonly NormaliserName[] = [
  'country_lower',
  'country_upper',
  'gender',
  'place',
  'zip',
  'zip_digits',
  'zip_tiktok',
]

/** Limits of the cache of one form: a producer can invent places of any length. */
const cacheLimits = { texts: 2048, characters: 64 } as const

const digests = new Map<NormaliserName, Normaliser>()

/** Returns a function that maps a text to the SHA-256 of its normal form, in lowercase hex. It maps a text that already is a SHA-256 to
 * itself, and a text without a normal form to undefined. */
export function digestOf(form: NormaliserName): Normaliser {
  let digest = digests.get(form)
  if (!digest) {
    const uncached = hashing(normalisers[form])
    digests.set(form, (digest = shared.includes(form) ? cached(uncached) : uncached))
  }
  return digest
}

const sha256 = /^[a-f0-9]{64}$/

function hashing(normalize: Normaliser): Normaliser {
  return (text) => {
    if (text.length >= 64) {
      const trimmed = text.trim().toLowerCase()
      if (sha256.test(trimmed)) return trimmed
    }
    const normal = normalize(text)
    return normal === undefined ? undefined : hash('sha256', normal)
  }
}

function cached(digest: Normaliser): Normaliser {
  const cache = new Map<string, string>()
  return (text) => {
    const hit = cache.get(text)
    if (hit !== undefined) return hit
    const result = digest(text)
    if (text.length > cacheLimits.characters || result === undefined) return result
    if (cache.size === cacheLimits.texts) cache.clear()
    cache.set(text, result)
    return result
  }
}
