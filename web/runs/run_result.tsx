/** Runs: shows the result of a run of any kind: numbers by name, rows as tables, and samples of a sync with their delivery previews. */
import type { ComponentChildren } from 'preact'
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import { DataTable } from '../parts/data_table.tsx'
import { DeliveryPreviewLine } from '../parts/delivery_preview.tsx'
import { count, fromSnakeCase } from '../parts/format.ts'

/** A sample row in the result of a sync's dry run. */
interface Sample {
  row_key: unknown
  row: object
  event_id: string
  backfill: boolean
  fate?: DeliveryPreview
  /** Why the row is not a valid event of its type. */
  problem?: string
}

/** Omits entries that are also counts. */
export function RunResult({ result, counts }: { result: Row; counts: Row }) {
  return (
    <>
      {Object.entries(result).map(([name, value]) => {
        if (isEmpty(value) || Object.hasOwn(counts, name)) return null
        return (
          <section key={name}>
            <h4>{fromSnakeCase(name)}</h4>
            {isByChange(name, value) ? (
              <Samples byChange={value} />
            ) : areColumns(name, value) ? (
              <Facts facts={value.map((column) => [column.name, column.type])} />
            ) : (
              <Value name={name} value={value} />
            )}
          </section>
        )
      })}
    </>
  )
}

type Row = Readonly<Record<string, unknown>>

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isByChange(name: string, value: unknown): value is Readonly<Record<string, readonly Sample[]>> {
  return name === 'samples' && isObject(value)
}

/** The columns of a sync's model. */
function areColumns(name: string, value: unknown): value is readonly { name: string; type: string }[] {
  return name === 'columns' && Array.isArray(value)
}

export function resultText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? count(value) : JSON.stringify(value)
}

function Value({ name, value }: { name: string; value: unknown }) {
  if (Array.isArray(value) && value.every(isObject)) return <Rows name={name} rows={value} />
  if (isObject(value))
    return (
      <Facts facts={Object.entries(value).map(([key, each]) => [fromSnakeCase(key), resultText(each)])} />
    )
  return <p class="result-text">{resultText(value)}</p>
}

interface FactsProps {
  facts: readonly (readonly [name: string, value: ComponentChildren])[]
}

export function Facts({ facts }: FactsProps) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Rows({ name, rows }: { name: string; rows: readonly Row[] }) {
  return (
    <DataTable
      caption={fromSnakeCase(name)}
      rows={rows}
      columns={[...new Set(rows.flatMap((row) => Object.keys(row)))].map((column) => ({
        title: fromSnakeCase(column),
        cell: (row: Row) =>
          row[column] === undefined || row[column] === null ? '–' : resultText(row[column]),
      }))}
    />
  )
}

function Samples({ byChange }: { byChange: Readonly<Record<string, readonly Sample[]>> }) {
  return (
    <>
      {Object.entries(byChange).map(([change, samples]) => (
        <div key={change} class="samples-of">
          <h5>{change}</h5>
          <ul class="run-samples">
            {samples.map((sample) => (
              <li key={sample.event_id}>
                <SampleItem sample={sample} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

function SampleItem({ sample: { row_key: key, row, backfill, fate, problem } }: { sample: Sample }) {
  return (
    <>
      <p>
        <code>{resultText(key)}</code> {backfill && <span class="badge">backfill</span>}
      </p>
      {problem !== undefined && <p class="fault">{problem}</p>}
      {fate && <DeliveryPreviewLine preview={fate} of={resultText(key)} />}
      <details>
        <summary>
          Row<span class="hidden"> {resultText(key)}</span>
        </summary>
        <pre class="code" tabIndex={0}>
          {JSON.stringify(row, null, 2)}
        </pre>
      </details>
    </>
  )
}
