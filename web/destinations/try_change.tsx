/** Destinations: tries a change of the destination's settings on stored events by the code that decides and links. Changes nothing. */
import { useState } from 'preact/hooks'
import type { TriedChange } from '../../schemas/impact.ts'
import type { ShownDestination } from '../../schemas/shown_destination.ts'
import { CodeBlock } from '../parts/code_block.tsx'
import { Select, TextArea } from '../parts/inputs.tsx'
import { Panel } from '../parts/panel.tsx'
import { usePosted } from '../parts/posted.ts'
import { Cost } from '../parts/question.tsx'
import { changeKinds, startingText, readChange, type ChangeKind } from './change_text.ts'
import { TriedChangeResult } from './tried_change.tsx'
import { triedEvents, triedPeriods, TriedState } from './tried_events.tsx'

export function TryChange({ destination }: { destination: ShownDestination }) {
  const { id } = destination
  const [kind, setKind] = useState<ChangeKind>('rules')
  const [text, setText] = useState(() => startingText('rules', destination))
  const [hours, setHours] = useState('24')
  const posted = usePosted<TriedChange>('/v1/console/try-change')
  const { body: result, isLoading } = posted
  const { change, problem } = readChange(text)
  /** An answer is about the text that was sent. */
  const edit = (changed: string): void => {
    setText(changed)
    posted.clear()
  }
  const send = (maxBytes?: number): void => posted.send({ change, ...triedEvents(id, hours, maxBytes) })
  return (
    <Panel
      title="Try a change"
      hint="On up to 2,000 stored events, by the code that decides and links. Nothing is changed or sent."
    >
      <form
        class="try-rule"
        onSubmit={(event) => {
          event.preventDefault()
          if (problem === undefined) send()
        }}
      >
        <div class="options">
          <Select
            label="Start with"
            value={kind}
            options={changeKinds}
            onChange={(chosen) => {
              setKind(chosen as ChangeKind)
              edit(startingText(chosen as ChangeKind, destination))
            }}
          />
          <Select label="Received in" value={hours} options={triedPeriods} onChange={setHours} />
        </div>
        <TextArea
          label="Change, in JSON"
          rows={8}
          value={text}
          problem={problem}
          hint={<FormHint />}
          onInput={edit}
        />
        <div class="below">
          <button type="submit" class="primary" disabled={isLoading || problem !== undefined}>
            Count what would change
          </button>
        </div>
      </form>
      <TriedState posted={posted} send={send} />
      {result && (
        <>
          <TriedChangeResult result={result} />
          <p>To put it in force, change Pulumi.&lt;stack&gt;.yaml, then run the commands.</p>
          <CodeBlock
            label="the commands for the change"
            text={'npx sluice check\nnpx sluice plan --impact 24h\npulumi up'}
          />
          <Cost bytes={result.bytes} at={posted.at!} again={() => send()} />
        </>
      )}
    </Panel>
  )
}

function FormHint() {
  return (
    <>
      As in the settings. <code>rules</code>, <code>consent</code> and <code>consentDefaults</code> replace
      those in force; of <code>settings</code> and <code>linkage</code>, only what is named here changes.
    </>
  )
}
