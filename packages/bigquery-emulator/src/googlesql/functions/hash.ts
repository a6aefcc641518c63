/** GoogleSQL functions: defines the hash functions. https://cloud.google.com/bigquery/docs/reference/standard-sql/hash_functions */
import { defineScalars, type ScalarRow } from './definition.ts'

function digest(fn: string): ScalarRow[] {
  return [
    ['(STRING) -> BYTES', (value) => `unhex(${fn}(${value}))`],
    ['(BYTES) -> BYTES', (value) => `unhex(${fn}(${value}))`],
  ]
}

export const hashFunctions = defineScalars({
  FARM_FINGERPRINT: [
    ['(STRING) -> INT64', (value) => `bq_farm_fingerprint(encode(${value}))`],
    ['(BYTES) -> INT64', (value) => `bq_farm_fingerprint(${value})`],
  ],
  MD5: digest('md5'),
  SHA1: digest('sha1'),
  SHA256: digest('sha256'),
  SHA512: [
    ['(STRING) -> BYTES', (value) => `bq_sha512(encode(${value}))`],
    ['(BYTES) -> BYTES', (value) => `bq_sha512(${value})`],
  ],
})
