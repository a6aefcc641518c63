/** Destinations: gives the commands that pause and resume a destination. The console itself holds no rights to do it. */
import type { ShownDestination } from '../../schemas/shown_destination.ts'
import { CodeBlock } from '../parts/code_block.tsx'
import { Panel } from '../parts/panel.tsx'

export function PauseCommands({ destination }: { destination: ShownDestination }) {
  const { id, isPaused, commands } = destination
  return (
    <Panel title="Pause and resume">
      <p>
        {isPaused === undefined
          ? 'Your account may not read the subscriptions, so the page does not know whether it is paused.'
          : isPaused
            ? 'It is paused: its events wait in the subscription, for up to 31 days.'
            : 'It is not paused.'}{' '}
        A pause holds its events in the subscription; nothing is lost for 31 days.
      </p>
      {isPaused !== true && <CodeBlock label="the command that pauses it" text={commands.pause} />}
      {isPaused !== false && <CodeBlock label="the command that resumes it" text={commands.resume} />}
      <p class="muted">
        The command needs the permission pubsub.subscriptions.update on the subscription of {id}. The next{' '}
        <code>pulumi up</code> follows the setting <code>sluice:destinations.{id}.paused</code>.
      </p>
    </Panel>
  )
}
