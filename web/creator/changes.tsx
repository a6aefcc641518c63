/** Creator: lists the changes between two versions. */
import type { DefinitionChange } from '../../schemas/version_change.ts'

export function Changes({ changes }: { changes: readonly DefinitionChange[] }) {
  return (
    <ul class="changes">
      {changes.slice(0, 30).map(({ field, bump, why }, index) => (
        <li key={index}>
          <span class={`badge ${bump}`}>{bump}</span> <code>{field}</code> {why}
        </li>
      ))}
    </ul>
  )
}
