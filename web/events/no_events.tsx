/** Events: what to do when the list has no rows. */
import { CodeBlock } from '../parts/code_block.tsx'

const command = 'npx sluice send page_view {}'

export function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <div class="empty">
        <p>No event of this period fits the filters.</p>
        <p class="muted">Remove a filter above, or choose a longer period.</p>
      </div>
    )
  return (
    <div class="empty">
      <p>No event was received in this period.</p>
      <p class="muted">Send one, or make a connection for what your system sends already:</p>
      <CodeBlock label="Command that sends an event" text={command} />
      <p>
        <a href="/console/creator">Paste what your system sends</a>
      </p>
    </div>
  )
}
