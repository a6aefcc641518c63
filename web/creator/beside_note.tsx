/** Creator, step 3: says where kept fields can be queried that the event type does not describe. */
import { extendedViewName } from '../../schemas/definition_extension.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { extensionStep, hasOwnColumn } from './extension.ts'
import { isNew } from './version_step.ts'
import { listing } from './saved.ts'
import type { FieldModel } from './rows.ts'
import { change } from './choices.ts'
import { constantName, knownTypes } from './named_event.ts'
import { savedType } from './state.ts'
import { withCount } from '../parts/format.ts'
import { CopyButton } from '../parts/copy_button.tsx'

/** Maximum number of fields in the example. */
const maxFields = 20

export function BesideNote({ beside }: { beside: readonly FieldModel[] }) {
  const type = knownTypes.value[0]
  const without = beside.filter(({ target }) => !hasOwnColumn.value(target))
  if (!type || beside.length === 0) return null
  const canExtend = savedType.value || eventTypes.has(constantName.value ?? '')
  const isWanted = extensionStep.value !== undefined && isNew(extensionStep.value)
  const sql = sqlOf(without, type.name)
  return (
    <div class="notice">
      {without.length < beside.length && (
        <p>
          The view <code>{extendedViewName(type.name)}</code> has the columns of <code>{type.name}</code> and
          those of {withCount(beside.length - without.length, 'field')} of your own
          {isWanted ? ', once it is saved. ' : '.'}
          {isWanted && (
            <button type="button" class="quiet" onClick={() => change({ typeChange: 'none' })}>
              Change no view
            </button>
          )}
        </p>
      )}
      {without.length > 0 && (
        <>
          <p>
            The view <code>{type.name}</code> has no columns for{' '}
            {without.length < beside.length ? without.map(({ target }) => target).join(', ') : 'these fields'}
            . They are stored in the column <code>event_data</code> of the table <code>events</code>, where
            you can query them:
          </p>
          <pre class="code" tabIndex={0}>
            {sql}
          </pre>
          <p class="below">
            <CopyButton text={sql} what="SQL" />
            {canExtend && (
              <button type="button" onClick={() => change({ typeChange: 'add' })}>
                Give the view columns for them
              </button>
            )}
          </p>
        </>
      )}
    </div>
  )
}

function sqlOf(beside: readonly FieldModel[], eventName: string): string {
  const { project = 'project', dataset = 'dataset' } = listing.value ?? {}
  const columns = beside.slice(0, maxFields).map(({ target, type }) => {
    const name = target.replace(/^event_data\./, '')
    const read = type === 'list' || type === 'object' ? 'JSON_QUERY' : 'JSON_VALUE'
    return `  ${read}(event_data, '$.${name}') AS \`${name}\``
  })
  return `SELECT event_id, received_at,
${columns.join(',\n')}
FROM \`${project}.${dataset}.events\`
WHERE received_at >= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)
  AND event_name = '${eventName}'`
}
