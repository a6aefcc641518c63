/** Proof: summarizes what an update would do, from the output of `pulumi preview --json`. Pure. */
import { textInput, types } from './graph.ts'
import { destinationChanges, orderingChanges, storeModeChanges } from './plan_destinations.ts'
import { changed, type Changed, type Preview } from './preview.ts'
import { addressChanges } from './plan_addresses.ts'
import { harmfulChanges, tableShapeOf, type Field, type TableShape } from './table_changes.ts'

export interface PlanChapter {
  title: string
  lines: readonly string[]
}

/** Returns the chapters of the summary that have lines. Losses come last, in capitals. `now` is in ms. */
export function planChapters(preview: Preview, now: number): readonly PlanChapter[] {
  const all = changed(preview)
  const chapters: readonly PlanChapter[] = [
    { title: 'The program fails', lines: preview.errors },
    { title: 'Warnings', lines: preview.warnings },
    { title: 'Destinations', lines: destinationChanges(all) },
    { title: 'Order', lines: orderingChanges(all, now) },
    { title: 'Topics and subscriptions', lines: [...storeModeChanges(all), ...busChanges(all)] },
    { title: 'Addresses', lines: addressChanges(all) },
    { title: 'Functions', lines: functionChanges(all) },
    { title: 'Tables and views', lines: tableChanges(all) },
    { title: 'Access', lines: accessChanges(all) },
    { title: 'Everything else', lines: rest(all) },
    { title: 'DELETED OR REPLACED', lines: losses(all) },
  ]
  return chapters.filter(({ lines }) => lines.length > 0)
}

/** Returns the summary as text. */
export function plan(preview: Preview, now: number): string {
  const texts = planChapters(preview, now).map(({ title, lines }) =>
    [title, ...lines.map((line) => `  ${line}`)].join('\n'),
  )
  return texts.length === 0 ? 'Nothing changes.' : texts.join('\n\n')
}

function ofTypes(all: readonly Changed[], ...wanted: readonly string[]): readonly Changed[] {
  return all.filter(({ type }) => wanted.includes(type))
}

const done = { create: 'is added', update: 'changes', delete: 'is DELETED', replace: 'is REPLACED' } as const

function reasonsOf({ reasons }: Changed): string {
  return reasons.length > 0 ? ` (${reasons.join(', ')})` : ''
}

function busChanges(all: readonly Changed[]): readonly string[] {
  return ofTypes(all, types.topic, types.subscription).map(
    (each) =>
      `${each.kind.toLowerCase()} ${each.name} ${done[each.change]}${each.change === 'create' ? '' : reasonsOf(each)}`,
  )
}

function functionChanges(all: readonly Changed[]): readonly string[] {
  return ofTypes(all, types.function).map((each) => {
    if (each.change === 'create') return `${each.name} is deployed for the first time`
    if (each.change !== 'update') return `${each.name} ${done[each.change]}${reasonsOf(each)}`
    const parts = [
      ...(same(each, 'buildConfig') ? [] : ['its code']),
      ...(same(each, 'serviceConfig') ? [] : ['its settings']),
    ]
    const what = parts.length > 0 ? parts.join(' and ') : each.reasons.join(', ')
    return `${each.name} is deployed again: ${what} changed`
  })
}

function same({ before, after }: Changed, name: string): boolean {
  return JSON.stringify(before[name]) === JSON.stringify(after[name])
}

function tableChanges(all: readonly Changed[]): readonly string[] {
  const isFirst = ofTypes(all, types.dataset).some(({ change }) => change === 'create')
  return ofTypes(all, types.table).flatMap((each) => {
    if (isView(each)) return [`view ${each.name} ${viewChange(each, isFirst)}`]
    if (each.change !== 'update') return [`table ${each.name} ${done[each.change]}`]
    const [before, after] = [shape(each.before), shape(each.after)]
    const harm = harmfulChanges(before, after).map((line) => line.toUpperCase())
    const lines = [...gains(before, after).map((column) => `gains the column ${column}`), ...harm]
    return (lines.length > 0 ? lines : [`changes${reasonsOf(each)}`]).map(
      (line) => `table ${each.name} ${line}`,
    )
  })
}

function isView({ type, before, after }: Changed): boolean {
  return type === types.table && ('view' in after || 'view' in before)
}

/** A view is recreated when its columns change, and has no rows to lose. A new view may exist already, because the console creates views,
 * too: Google would then return 409. */
function viewChange(each: Changed, isFirst: boolean): string {
  const place = `${textInput(each.after, 'datasetId')}.${each.name}`
  if (each.change === 'create' && !isFirst)
    return `${done.create}; if the console already created it, delete it first: bq rm -f -t ${place}`
  if (each.change === 'update') return `changes${reasonsOf(each)}`
  if (each.change !== 'replace') return done[each.change]
  const [before, after] = [shape(each.before), shape(each.after)]
  const lines = [
    ...gains(before, after).map((column) => `gains the column ${column}`),
    ...gains(after, before).map((column) => `loses the column ${column}`),
  ]
  return lines.length > 0 ? `is recreated: ${lines.join(', ')}` : `is recreated${reasonsOf(each)}`
}

/** Returns the columns that only the second table has, with their types. */
function gains(before: TableShape, after: TableShape): readonly string[] {
  return Object.entries(after.columns)
    .filter(([path]) => !(path in before.columns))
    .map(([path, type]) => `${path} (${type})`)
}

function shape(inputs: Changed['before']): TableShape {
  const { type, field } = (inputs['timePartitioning'] ?? {}) as { type?: string; field?: string }
  const schema = inputs['schema']
  const columns = typeof schema === 'string' ? (JSON.parse(schema) as readonly Field[]) : []
  return tableShapeOf(columns, type === undefined ? null : `${field} by ${type}`)
}

function isGrant({ after, before, kind }: Changed): boolean {
  return /(IAMMember|IamMember|DatasetAccess)$/.test(kind) && ('role' in after || 'role' in before)
}

function accessChanges(all: readonly Changed[]): readonly string[] {
  return all.filter(isGrant).map(({ change, before, after, name }) => {
    const { role, member, userByEmail, groupByEmail, domain, iamMember } =
      change === 'delete' ? before : after
    const [who] = [member, userByEmail, groupByEmail, domain, iamMember].filter(
      (each) => typeof each === 'string',
    )
    const verb = { create: 'gets', update: 'gets', replace: 'gets', delete: 'loses' }[change]
    return `${who ?? 'a new member'} ${verb} ${String(role)} (${name})`
  })
}

const named: readonly string[] = [types.topic, types.subscription, types.function, types.table]

function rest(all: readonly Changed[]): readonly string[] {
  return all
    .filter((each) => !named.includes(each.type) && !isGrant(each))
    .map((each) => `${each.kind} ${each.name} ${done[each.change]}`)
}

/** Returns deletions and replacements of resources with data. Grants and views hold none. */
function losses(all: readonly Changed[]): readonly string[] {
  return all
    .filter((each) => (each.change === 'delete' || each.change === 'replace') && !isGrant(each))
    .filter((each) => !(each.change === 'replace' && isView(each)))
    .map(
      (each) =>
        `${each.change === 'delete' ? 'DELETES' : 'DELETES AND RECREATES'} ${each.kind} ${each.name}${reasonsOf(each)}`,
    )
}
