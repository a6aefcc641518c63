/** GoogleSQL functions: lists all functions by family, for the documentation. */
import { aggregateTable } from './aggregate.ts'
import { approximateTable } from './approximate.ts'
import { arrayFunctions } from './array.ts'
import { bucketFunctions } from './bucket.ts'
import { conditionalFunctions } from './conditional.ts'
import { dateFunctions } from './date.ts'
import { datetimeFunctions, timeFunctions } from './datetime.ts'
import { hashFunctions } from './hash.ts'
import { jsonFunctions } from './json.ts'
import { mathFunctions } from './math.ts'
import { regexpFunctions } from './regexp.ts'
import { stringFunctions } from './string.ts'
import { timestampFunctions } from './timestamp.ts'
import { utilityFunctions } from './utility.ts'
import { windowTable } from './window.ts'

const tables: readonly [title: string, table: object][] = [
  ['Aggregate', aggregateTable],
  ['Statistical, and approximate (exact here)', approximateTable],
  ['Window', windowTable],
  ['Conditional', conditionalFunctions],
  ['String and bytes', stringFunctions],
  ['Regular expressions', regexpFunctions],
  ['JSON', jsonFunctions],
  ['Array', arrayFunctions],
  ['Mathematical', mathFunctions],
  ['Date', dateFunctions],
  ['Datetime', datetimeFunctions],
  ['Time', timeFunctions],
  ['Timestamp', timestampFunctions],
  ['Time series', bucketFunctions],
  ['Hash', hashFunctions],
  ['Other', utilityFunctions],
]

export const functionFamilies: readonly { title: string; names: readonly string[] }[] = tables.map(
  ([title, table]) => ({ title, names: Object.keys(table).toSorted() }),
)
