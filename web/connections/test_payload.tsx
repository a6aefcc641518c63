/** Connections: asks for a test payload, says what it would become and reach, sends it on request, and shows its events arrive. */
import { useState } from 'preact/hooks'
import type { Translation } from '../../schemas/translation.ts'
import { mediaType } from '../creator/snippets.ts'
import { DataTable } from '../parts/data_table.tsx'
import { bytes as bytesText, count, fromSnakeCase, withCount } from '../parts/format.ts'
import { Select, TextArea } from '../parts/inputs.tsx'
import { Mark } from '../parts/mark.tsx'
import { Panel } from '../parts/panel.tsx'
import { Permission } from '../parts/permission.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { eventLink, link } from '../router.ts'
import { usePayloadTest, type PayloadTest, type PayloadTester, type TakenPayload } from './payload_test.ts'
import type { ArrivedRow } from './rows.ts'

interface TestPayloadProps {
  name: string
  /** The versions that can be tried, each with its translation; the one in force first. */
  versions: readonly { version: string; translation: Pick<Translation, 'input'> }[]
}

export function TestPayload({ name, versions }: TestPayloadProps) {
  const [chosen, setChosen] = useState(versions[0]?.version ?? '')
  const [text, setText] = useState('')
  const { version, translation } = versions.find((each) => each.version === chosen) ?? versions[0]!
  const tester = usePayloadTest(`${name}@${version}`, mediaType(translation.input))
  return (
    <Panel
      title="Send a test payload"
      hint="Checked first, without publishing anything. Sending it stores real events."
      wide
    >
      <div class="options">
        <Select
          label="Version to test"
          value={version}
          options={versions.map((each) => [each.version, each.version] as const)}
          onChange={setChosen}
        />
      </div>
      <TextArea
        label={`Payload, ${translation.input.format.toUpperCase()}`}
        rows={6}
        value={text}
        onInput={setText}
      />
      <div class="below">
        <button
          type="button"
          disabled={text.trim() === '' || isBusy(tester.state)}
          onClick={() => tester.check(text)}
        >
          Check it
        </button>
      </div>
      <Progress tester={tester} text={text} />
    </Panel>
  )
}

function isBusy({ step }: PayloadTest): boolean {
  return step === 'checking' || step === 'sending'
}

function Progress({ tester: { state, send }, text }: { tester: PayloadTester; text: string }) {
  if (state.step === 'typing') return null
  if (state.step === 'checked')
    return <Checked {...state} isSame={state.text === text} send={() => send(text)} />
  if (state.step === 'sent') return <Sent {...state} />
  if (!('failure' in state)) return <Skeleton rows={1} />
  const { failure } = state
  if (failure.kind === 'token refused') return null
  return (
    <div role="alert">
      <p class="fault">{failure.message}</p>
      {failure.kind === 'no rights' && <Permission />}
    </div>
  )
}

interface CheckedProps extends Pick<Extract<PayloadTest, { step: 'checked' }>, 'taken' | 'reached'> {
  /** False if the text was changed since. */
  isSame: boolean
  send: () => void
}

function Checked({ taken, reached, isSame, send }: CheckedProps) {
  const { accepted, refused, records } = taken
  return (
    <>
      <p role="status">
        {withCount(records, 'record')}: {withCount(accepted, 'event')}, {count(refused)} refused. Nothing was
        published.
      </p>
      <Refusals taken={taken} />
      {accepted > 0 && (
        <>
          <p>{reachedText(reached)}</p>
          <div class="below">
            <button type="button" class="primary" disabled={!isSame} onClick={send}>
              Send {withCount(accepted, 'event')} for real
            </button>
            {!isSame && <span class="muted">The payload was changed: check it again.</span>}
          </div>
        </>
      )}
    </>
  )
}

function reachedText(reached: readonly string[] | undefined): string {
  if (!reached) return 'Your account may not ask which destinations these events would reach.'
  return reached.length === 0
    ? 'Sent for real, they would be stored in BigQuery, and reach no destination.'
    : `Sent for real, they would be stored in BigQuery, and reach ${reached.join(', ')}.`
}

function Refusals({ taken: { results } }: { taken: TakenPayload }) {
  const rows = results.flatMap(({ index, row, violations = [] }) =>
    violations.map((violation) => ({ ...violation, place: row ?? index + 1 })),
  )
  if (rows.length === 0) return null
  return (
    <DataTable
      caption="What is refused"
      rows={rows.slice(0, 20)}
      columns={[
        { title: 'Row', numeric: true, cell: ({ place }) => place },
        { title: 'Field', cell: ({ field }) => <code>{field}</code> },
        { title: 'Asked for', cell: ({ expected }) => expected ?? '–' },
        { title: 'Came', cell: ({ got }) => got ?? '–' },
      ]}
    />
  )
}

function Sent({ taken, arrived, isOver, bytes }: Extract<PayloadTest, { step: 'sent' }>) {
  const { accepted, refused } = taken
  return (
    <>
      <p role="status">
        {withCount(accepted, 'event')} published, {count(refused)} refused; {count(arrived.length)} stored
        {isOver ? '.' : ' so far …'}{' '}
        {isOver &&
          arrived.length < accepted &&
          accepted <= 100 &&
          'The others had not arrived after a minute.'}
      </p>
      <Refusals taken={taken} />
      {arrived.length > 0 && (
        <DataTable
          caption="Events that have arrived"
          rows={arrived}
          columns={[
            { title: 'Event', cell: (row) => <Arrived row={row} /> },
            {
              title: 'State',
              cell: ({ reason }) =>
                reason === null ? (
                  <Mark outcome="delivered">stored</Mark>
                ) : (
                  <Mark outcome="refused">{`in quarantine: ${fromSnakeCase(reason)}`}</Mark>
                ),
            },
          ]}
        />
      )}
      {bytes > 0 && <p class="cost muted">Read {bytesText(bytes)} while it was followed.</p>}
    </>
  )
}

function Arrived({ row }: { row: ArrivedRow }) {
  const { event_id: id, event_name: name, received_at: at, reason } = row
  if (reason !== null) return <a href={link('quarantine', { id })}>{name ?? id}</a>
  return <a href={eventLink({ event_id: id, received_at: at, event_name: name ?? '' })}>{name}</a>
}
