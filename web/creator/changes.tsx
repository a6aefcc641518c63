/** Creator: what differs between two versions, the grave ones first. */
import type { Change } from '../../schemas/definition_change.ts'

export const Changes = ({ changes }: { changes: readonly Change[] }) => (
  <ul class="changes">
    {changes.slice(0, 30).map(({ field, bump, why }, index) => (
      <li key={index}>
        <span class={`badge ${bump}`}>{bump}</span> <code>{field}</code> {why}
      </li>
    ))}
  </ul>
)
