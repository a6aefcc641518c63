/** Automations: shows what a sync or an action is made of: its query or trigger, its limits, and what its destination gets. */
import { useEffect, useState } from 'preact/hooks'
import type { ShownAction, ShownAutomation, ShownSync } from '../../schemas/shown_automation.ts'
import type { ShownLink } from '../../schemas/shown_destination.ts'
import type { Failure } from '../api.ts'
import { readLinks } from '../destinations/configured.ts'
import { CodeBlock } from '../parts/code_block.tsx'
import { DataTable } from '../parts/data_table.tsx'
import { FailureMessage } from '../parts/failure.tsx'
import { bytes, count } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { link } from '../router.ts'
import { Facts } from '../runs/run_result.tsx'

export function WhatItDoes({ automation }: { automation: ShownAutomation }) {
  const { kind, sql, configured } = automation
  return (
    <>
      <Panel
        title={sql === undefined ? 'Trigger' : 'Query'}
        hint={
          sql === undefined
            ? 'Each event that matches is a candidate.'
            : kind === 'sync'
              ? 'Its rows are compared with what the destination has. Only the differences are sent.'
              : 'Each row is a candidate.'
        }
      >
        {kind === 'sync' ? <SyncFacts sync={automation} /> : <ActionFacts action={automation} />}
        {sql !== undefined && <CodeBlock label="GoogleSQL of the query" text={sql} />}
      </Panel>
      {configured?.destinations.map((destination) => (
        <Sent key={destination} automation={automation} destination={destination} />
      ))}
    </>
  )
}

function SyncFacts({ sync: { rows } }: { sync: ShownSync }) {
  if (!rows) return null
  const { mode, key, guards, rowsPerSecond } = rows
  const modes = {
    append: 'append: new rows',
    upsert: 'upsert: new and changed rows',
    mirror: 'mirror: new, changed and removed rows',
  }
  return (
    <Facts
      facts={[
        ['sends', modes[mode]],
        ['key', key.join(', ')],
        ['rows per second', count(rowsPerSecond)],
        ['guard: removed rows', `at most ${guards.maxRemovedPercent} %`],
        ['guard: empty result', guards.allowEmpty ? 'permitted' : 'blocks'],
        ['guard: reads', `at most ${bytes(guards.maximumBytesBilled)}`],
      ]}
    />
  )
}

function ActionFacts({ action: { rule } }: { action: ShownAction }) {
  if (!rule) return null
  const { on, when, subject, once, requires } = rule
  return (
    <>
      <Facts
        facts={[
          ...(on ? [['event', on.join(', ')] as const] : []),
          ['subject', subject],
          ['fires', `at most once in ${once} for each ${subject}`],
          ...requires.map((text, index) => [`requirement ${index + 1}`, text] as const),
        ]}
      />
      {when !== undefined && <CodeBlock label="Condition" text={when} />}
    </>
  )
}

/** What its event becomes at the destination. */
function Sent({
  automation: { eventName },
  destination,
}: {
  automation: ShownAutomation
  destination: string
}) {
  const [shown, setShown] = useState<{ as: string | null | undefined; link: ShownLink | undefined }>()
  const [failure, setFailure] = useState<Failure>()
  const read = async (): Promise<void> => {
    const result = await readLinks(destination)
    setFailure(result.ok ? undefined : result.failure)
    if (!result.ok) return
    const { links, names } = result.body
    const of = (name: string) => links.find((each) => each.eventName === name)
    setShown({ as: names[eventName], link: of(eventName) ?? of('*') })
  }
  useEffect(() => void read(), [destination, eventName])
  return (
    <Panel title={`Links of ${destination}`} hint={`What ${eventName} becomes at ${destination}.`}>
      {failure ? (
        <FailureMessage failure={failure} what="the links" again={() => void read()} />
      ) : !shown ? (
        <Skeleton />
      ) : shown.as === null ? (
        <p class="fault">
          The target has no event for {eventName}: it is skipped with the reason <code>event_not_mapped</code>
          .
        </p>
      ) : shown.link?.fields ? (
        <DataTable
          caption="Fields of the target"
          rows={shown.link.fields}
          columns={[
            { title: 'Field of the target', cell: ({ field }) => <code>{field}</code> },
            { title: 'From', cell: ({ from }) => from },
            { title: 'How', cell: ({ how }) => how },
          ]}
        />
      ) : (
        <p>The event is sent unchanged, as JSON.</p>
      )}
      <p class="muted">
        Rules and consent of <a href={link(`destinations/${destination}`)}>{destination}</a> apply.
      </p>
    </Panel>
  )
}
