/** Creator: counts what becomes of the sample, and finds the causes of refusals, each with a repair that was tried on the sample. */
import { computed } from '@preact/signals'
import { recordCounts } from '../../functions/translation/try_records.ts'
import { valuesIn } from './results.ts'
import type { RowChoice, FieldModel } from './rows.ts'
import { draftResults, problems, results, rows, translationStep } from './state.ts'
import { source } from './source.ts'

/** What would become of the sample. */
export const figures = computed(() => {
  const unread = source.value?.unread.length ?? 0
  const outcomes = recordCounts(results.value)
  return {
    ...outcomes,
    refused: outcomes.refused + unread,
    unread,
    all: results.value.length + unread,
  }
})

/** A reason for refusals. */
export interface Cause {
  /** Field of the event, or of the record. */
  field: string
  message: string
  /** Number of results with it. */
  count: number
}

/** The reasons for refusals, the most frequent first. */
export const causes = computed<readonly Cause[]>(() => {
  const found = new Map<string, Cause>()
  for (const { violations } of results.value)
    for (const { field, message } of violations) {
      const name = field.replace(/\[\d+\]/g, '[…]')
      const key = `${name} ${message}`
      const cause = found.get(key)
      found.set(key, { field: name, message, count: (cause?.count ?? 0) + 1 })
    }
  return [...found.values()].toSorted((a, b) => b.count - a.count)
})

export interface Repair {
  title: string
  path: string
  choice: RowChoice
}

/** Number of records that a repair is tried on. */
const tried = 50

/** Returns the first repair of a cause with which more records pass; undefined if none helps. */
export function repairOf({ field }: Cause): Repair | undefined {
  if (problems.value.length > 0) return undefined
  const name = field.split(/[[.]/, 1)[0]!
  const row = rows.value.find((each) => !each.isDropped && (each.target === name || each.path === field))
  if (!row) return undefined
  const before = tryOut({}, row.target)
  return repairsOf(row).find(({ path, choice }) => {
    const after = tryOut({ [path]: choice }, choice.target ?? row.target)
    return after.passed > before.passed && (choice.isDropped === true || after.values >= before.values)
  })
}

function repairsOf(row: FieldModel): readonly Repair[] {
  const { path, target, isContext } = row
  const repair = (title: string, choice: RowChoice): Repair => ({ title, path, choice })
  return [
    repair('Write in capitals', { cast: 'upper' }),
    repair('Write in small letters', { cast: 'lower' }),
    repair('Write as text', { cast: 'string' }),
    repair('Write as a number', { cast: 'number' }),
    repair('Read as text', { type: 'text', cast: '' }),
    ...(isContext
      ? [repair('Keep it as a field of your own', { target: `source_${target}`, cast: '' })]
      : []),
    repair(`Leave ${path} out`, { isDropped: true }),
  ]
}

/** What becomes of the first records if these choices were made in addition: the results without a violation, and those with a value. */
function tryOut(
  extra: Readonly<Record<string, RowChoice>>,
  target: string,
): { passed: number; values: number } {
  const found = draftResults(extra, tried)
  return {
    passed: recordCounts(found).passed,
    values: valuesIn(found)(target).length,
  }
}

/** A value that is changed on its way into the event. */
export interface Mend {
  path: string
  what: string
  /** The choice that undoes it; undefined if it follows from an answer. */
  undo?: RowChoice
}

const castWords: Readonly<Record<string, string>> = {
  upper: 'is written in capitals',
  lower: 'is written in small letters',
  money: 'is written with two decimal places',
}

/** What is mended on the way, so that the sample is accepted and means the same. */
export const mends = computed<readonly Mend[]>(() =>
  rows.value
    .filter(({ isDropped }) => !isDropped)
    .flatMap((row): Mend[] => {
      const words = castWords[row.cast]
      if (words !== undefined && isChangedBy(row))
        return [{ path: row.path, what: words, undo: { cast: '' } }]
      const reading = translationStep.value?.content.fields[row.path]
      if (typeof reading === 'object')
        return [{ path: row.path, what: 'is converted from the smallest unit of its currency' }]
      return reading === 'list' ? [{ path: row.path, what: 'is always a list' }] : []
    }),
)

/** True if the letters of an example differ. */
function isChangedBy({ cast, inference }: FieldModel): boolean {
  const texts = inference.examples.map(String)
  if (cast === 'upper') return texts.some((text) => text !== text.toUpperCase())
  return cast !== 'lower' || texts.some((text) => text !== text.toLowerCase())
}
