/** Creator, step 5: says what a new version of a connection changes for those who send now, and what it was tried on. */
import { useMemo } from 'preact/hooks'
import type { Translation } from '../../schemas/translation.ts'
import {
  checked,
  maxTriedRecords,
  recordCounts,
  recordsIn,
  resultsOf,
} from '../../functions/translation/try_records.ts'
import type { RefusalRow } from '../connections/rows.ts'
import { DataTable } from '../parts/data_table.tsx'
import { count, withCount } from '../parts/format.ts'
import { Answered, useQuestion } from '../parts/question.tsx'
import { figures } from './figures.ts'
import { latestTranslation } from './saved.ts'
import { source } from './source.ts'
import { registry, translationStep } from './state.ts'
import { judged, noLongerRead, type RefusalOutcome } from './tried.ts'

const days = 7

/** Shown for a new version of a saved connection. */
export function TriedNote({ name }: { name: string }) {
  const before = latestTranslation(name)
  const after = translationStep.value?.content
  if (!before || !after || before.version === after.version) return null
  return (
    <section class="previews" aria-label="What was tried">
      <h3>What changes for those who send now</h3>
      <NoLongerRead before={before} after={after} />
      <Sample before={before} after={after} />
      <p class="muted">
        Payloads are not kept, so this version was tried on none that came before. What is known of them are
        the receipts: fields, never values.
      </p>
      <Refusals name={name} before={before} after={after} />
    </section>
  )
}

interface Versions {
  before: Translation
  after: Translation
}

function NoLongerRead({ before, after }: Versions) {
  const paths = noLongerRead(before, after)
  return (
    <p class={paths.length > 0 ? 'fault' : 'muted'}>
      {paths.length === 0
        ? `Told from both definitions: every field that ${before.version} reads is still read or kept.`
        : `Told from both definitions: ${withCount(paths.length, 'field')} that ${before.version} reads would no longer be read: ${paths.slice(0, 20).join(', ')}${paths.length > 20 ? ' …' : ''}.`}
    </p>
  )
}

/** Compares what both versions make of the sample. */
function Sample({ before, after }: Versions) {
  const { body = '' } = source.value ?? {}
  const known = registry.value
  const outcome = useMemo(() => {
    try {
      const { records, unread } = recordsIn(before, body)
      const tried = checked(resultsOf(before, records.slice(0, maxTriedRecords)), known)
      return { passed: recordCounts(tried).passed, all: tried.length + unread.length }
    } catch {
      return undefined
    }
  }, [before, body, known])
  const { passed, all } = figures.value
  return (
    <p>
      Tried on the sample: {count(passed)} of {count(all)} become events by version {after.version}
      {outcome
        ? `, ${count(outcome.passed)} of ${count(outcome.all)} by version ${before.version}.`
        : `. Version ${before.version} cannot be tried here.`}
    </p>
  )
}

const judgements: Readonly<Record<RefusalOutcome, string>> = {
  same: 'still refused: it asks for the same',
  other: 'asks for something else',
  nothing: 'no longer refused for this',
  unknown: 'not told by the field alone',
}

interface Judged extends RefusalRow {
  times: number
}

function Refusals({ name, before, after }: Versions & { name: string }) {
  const since = useMemo(() => new Date(Date.now() - days * 86_400_000).toISOString(), [name])
  const asked = useQuestion<RefusalRow>('connection_refusals', { name, since })
  return (
    <Answered
      asked={asked}
      what="what was refused"
      empty={<p class="muted">Nothing was refused in the last {days} days.</p>}
    >
      {(rows) => (
        <DataTable
          caption={`Refused in the last ${days} days`}
          rows={distinct(rows)}
          columns={[
            { title: 'Field', cell: ({ field }: Judged) => (field === null ? '–' : <code>{field}</code>) },
            { title: 'Asked for', cell: ({ expected }: Judged) => expected ?? '–' },
            { title: 'Came', cell: ({ got }: Judged) => got ?? '–' },
            { title: 'In the sample of refusals', numeric: true, cell: ({ times }: Judged) => count(times) },
            {
              title: `Version ${after.version}`,
              cell: (row: Judged) => judgements[judged(row, before, after)],
            },
          ]}
        />
      )}
    </Answered>
  )
}

/** Each kind of refusal once, with its number. */
function distinct(rows: readonly RefusalRow[]): readonly Judged[] {
  const found = new Map<string, Judged>()
  for (const row of rows) {
    const key = JSON.stringify([row.field, row.code, row.expected, row.got])
    found.set(key, { ...row, times: (found.get(key)?.times ?? 0) + 1 })
  }
  return [...found.values()]
}
