/** Destinations: pauses and resumes a destination with the caller's rights, or gives the commands that do it. The console itself holds no rights. */
import { useState } from 'preact/hooks'
import type { ShownDestination } from '../../schemas/shown_destination.ts'
import { CodeBlock } from '../parts/code_block.tsx'
import { Panel } from '../parts/panel.tsx'
import { Permission } from '../parts/permission.tsx'
import { usePosted } from '../parts/posted.ts'
import { readConfigured } from './configured.ts'

export function PauseControls({ destination }: { destination: ShownDestination }) {
  const { id, isPaused, mayPause, commands } = destination
  return (
    <Panel title="Pause and resume">
      <p role="status">
        {isPaused === undefined
          ? 'Your account may not read the subscriptions, so the page does not know whether it is paused.'
          : isPaused
            ? 'It is paused: its events wait in the subscription, for up to 31 days.'
            : 'It is not paused.'}{' '}
        A pause holds its events in the subscription; nothing is lost for 31 days.
      </p>
      {isPaused === undefined && <Permission to="read and change the subscriptions" />}
      {mayPause && isPaused !== undefined && <Change key={String(isPaused)} {...{ id, isPaused }} />}
      {isPaused !== true && <CodeBlock label="the command that pauses it" text={commands.pause} />}
      {isPaused !== false && <CodeBlock label="the command that resumes it" text={commands.resume} />}
      <p class="muted">
        {mayPause
          ? ''
          : `The command needs the permission pubsub.subscriptions.update on the subscription of ${id}. `}
        The next <code>pulumi up</code> that changes the subscription follows the setting{' '}
        <code>sluice:destinations.{id}.paused</code>.
      </p>
    </Panel>
  )
}

function Change({ id, isPaused }: { id: string; isPaused: boolean }) {
  const [isAsked, setAsked] = useState(false)
  const posted = usePosted<{ paused: boolean }>(
    `/v1/console/destinations/${id}:${isPaused ? 'resume' : 'pause'}`,
  )
  const { isLoading, failure } = posted
  const act = (): void => posted.send({}, () => void readConfigured())
  return (
    <>
      <div class="below">
        {isAsked ? (
          <>
            <button type="button" class="primary" disabled={isLoading} onClick={act}>
              {isPaused ? `Resume ${id} now` : `Pause ${id} now`}
            </button>
            <button type="button" onClick={() => setAsked(false)}>
              Cancel
            </button>
            <span class="muted">
              {isPaused
                ? 'What waits is sent, the oldest first.'
                : 'Nothing is sent to it until somebody resumes it.'}
            </span>
          </>
        ) : (
          <button type="button" onClick={() => setAsked(true)}>
            {isPaused ? 'Resume …' : 'Pause …'}
          </button>
        )}
      </div>
      {failure && failure.kind !== 'token refused' && (
        <p class="fault" role="alert">
          {failure.message}
        </p>
      )}
    </>
  )
}
