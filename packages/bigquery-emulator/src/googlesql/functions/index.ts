/** GoogleSQL functions: maps the name of every built-in function to its definition. */
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

export const scalarFunctions = {
  ...arrayFunctions,
  ...bucketFunctions,
  ...conditionalFunctions,
  ...dateFunctions,
  ...datetimeFunctions,
  ...hashFunctions,
  ...jsonFunctions,
  ...mathFunctions,
  ...regexpFunctions,
  ...stringFunctions,
  ...timeFunctions,
  ...timestampFunctions,
  ...utilityFunctions,
}

/** Functions that aggregate a group and accept an OVER clause. */
export const aggregateFunctions = { ...aggregateTable, ...approximateTable }
/** Functions that require an OVER clause. */
export const windowFunctions = windowTable

export function knownFunctions(): string[] {
  return [
    ...Object.keys(scalarFunctions),
    ...Object.keys(aggregateFunctions),
    ...Object.keys(windowFunctions),
  ]
}

export function isKnownFunction(name: string): boolean {
  return Object.hasOwn(scalarFunctions, name)
}

export function isAggregateFunction(name: string): boolean {
  return Object.hasOwn(aggregateFunctions, name)
}
