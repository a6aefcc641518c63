/** Events: the messages in quarantine: by reason and claimed type, each as it came, and the way to make events of them. */
import { useMemo, useState } from 'preact/hooks'
import { quarantineReasons } from '../../schemas/warehouse/quarantine.ts'
import { CodeBlock } from '../parts/code_block.tsx'
import { DataTable } from '../parts/data_table.tsx'
import { bytes, count, fromSnakeCase, utcTime } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { pageAddress, filter } from '../router.ts'
import { textOfBytes } from './bytes_text.ts'
import { GroupList } from './group_list.tsx'
import { HeldTabs } from './held_tabs.tsx'
import { around, shownPeriodOf, type ShownPeriod } from './period.ts'
import { reprocessOf } from '../../schemas/event_run.ts'
import { RunSheet } from './run_sheet.tsx'

interface Group {
  reason: string
  event_name: string
  suggestion: string | null
  messages: number
  latest: string
}

interface MessageRow {
  received_at: string
  topic: string
  message_id: string
  event_id: string
  reason: string
  suggestion: string | null
  violations: readonly { field: string; expected: string; got: string | null }[]
  producer: string | null
  connection: string | null
  attributes: string | null
  parts: number | null
}

/** In the address, where an empty text means no filter, a message without a type. */
export const withoutType = '-'

export function Quarantine() {
  const { query } = pageAddress.value
  const [readAt, setReadAt] = useState(Date.now)
  const search = query.toString()
  const period = useMemo(() => shownPeriodOf(query, readAt), [search, readAt])
  const asked = useQuestion<Group>('quarantine_groups', { ...period })
  const reason = query.get('reason')
  const type = query.get('type')
  return (
    <div class="events">
      <header class="page-head">
        <div>
          <h1>Quarantine</h1>
          <p class="muted">Messages that are not valid events, as they came. None was sent anywhere.</p>
        </div>
        <button type="button" onClick={() => setReadAt(Date.now())}>
          Refresh
        </button>
      </header>
      <HeldTabs current="quarantine" period={period} />
      <div class="held">
        <Panel title="Why they are here">
          <Answered
            asked={asked}
            what="the quarantine"
            empty={<p class="fine">Nothing is in quarantine in this period.</p>}
          >
            {(groups) => (
              <GroupList
                label="Groups"
                groups={groups.map((group) => ({
                  key: `${group.reason} ${group.event_name}`,
                  title: group.event_name || 'without a type',
                  note: reasonText(group.reason),
                  messages: group.messages,
                  isCurrent: group.reason === reason && (group.event_name || withoutType) === type,
                  choose: () =>
                    filter({ reason: group.reason, type: group.event_name || withoutType, id: undefined }),
                }))}
              />
            )}
          </Answered>
        </Panel>
        {reason !== null && type !== null && (
          <Messages period={period} reason={reason} eventName={type === withoutType ? '' : type} />
        )}
      </div>
    </div>
  )
}

function reasonText(reason: string): string {
  return (quarantineReasons as Readonly<Record<string, string>>)[reason] ?? fromSnakeCase(reason)
}

function Messages({ period, reason, eventName }: { period: ShownPeriod; reason: string; eventName: string }) {
  const asked = useQuestion<MessageRow>('quarantined', { ...period, reason, event_name: eventName })
  const id = pageAddress.value.query.get('id')
  return (
    <Panel title={eventName || 'Without a type'} hint={reasonText(reason)}>
      <Answered
        asked={asked}
        what="these messages"
        empty={<p class="muted">No message of this kind in this period.</p>}
      >
        {(rows) => {
          const index = Math.max(
            0,
            rows.findIndex(({ event_id: each }) => each === id),
          )
          const go = (step: number) => filter({ id: rows[index + step]?.event_id })
          return (
            <>
              <div class="pager below">
                <button type="button" disabled={index === 0} onClick={() => go(-1)}>
                  Newer
                </button>
                <span role="status">
                  {count(index + 1)} of {count(rows.length)}
                </span>
                <button type="button" disabled={index >= rows.length - 1} onClick={() => go(1)}>
                  Older
                </button>
              </div>
              <Message key={rows[index]!.event_id} row={rows[index]!} again={() => asked.again()} />
            </>
          )
        }}
      </Answered>
    </Panel>
  )
}

const violationColumns = [
  { title: 'Field', cell: ({ field }: MessageRow['violations'][number]) => <code>{field}</code> },
  { title: 'Expected', cell: ({ expected }: MessageRow['violations'][number]) => expected },
  { title: 'Got', cell: ({ got }: MessageRow['violations'][number]) => got ?? '' },
] as const

function Message({ row, again }: { row: MessageRow; again: () => void }) {
  const { event_id: id, received_at: at, reason } = row
  const [isReprocessing, setReprocessing] = useState(false)
  const original = useQuestion<{ part: number | null; original: string | null }>('quarantine_bytes', {
    ...around(at, { before: 60_000, after: 60_000 }),
    reason,
    event_id: id,
  })
  return (
    <>
      <p class="muted">
        Received {utcTime(at)} through topic {row.topic}, message {row.message_id}
        {row.producer !== null && `, from source ${row.producer}`}.
      </p>
      {row.suggestion !== null && (
        <p class="notice">
          Did you mean <code>{row.suggestion}</code>?
        </p>
      )}
      {row.violations.length > 0 && (
        <DataTable caption="Violations" columns={violationColumns} rows={row.violations} />
      )}
      <Answered asked={original} what="its bytes" empty={<p class="muted">Its bytes are not kept.</p>}>
        {(parts) => {
          const { text, isText, length } = textOfBytes(parts.map((part) => part.original ?? ''))
          return (
            <>
              <CodeBlock label="Message as it came" text={text} isPersonal />
              <p class="muted">
                {bytes(length)}, {isText ? 'text in UTF-8' : 'not UTF-8, in hexadecimal'}.
              </p>
            </>
          )
        }}
      </Answered>
      {isReprocessing ? (
        <RunSheet
          work="reprocess"
          title="Process it again"
          verb="Process"
          noun="message"
          request={reprocessOf(row)}
          whenEnded={again}
          close={() => setReprocessing(false)}
        />
      ) : (
        <div class="below">
          <button type="button" onClick={() => setReprocessing(true)}>
            Process it again …
          </button>
          <a href="/console/creator">Define this event type</a>
        </div>
      )}
    </>
  )
}
