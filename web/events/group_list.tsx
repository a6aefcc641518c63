/** Events: a list of groups of messages, of which one is shown. */
import { withCount } from '../parts/format.ts'

interface GroupListProps {
  label: string
  groups: readonly {
    key: string
    title: string
    note: string
    messages: number
    isCurrent: boolean
    choose: () => void
  }[]
}

export function GroupList({ label, groups }: GroupListProps) {
  return (
    <ul class="groups" aria-label={label}>
      {groups.map(({ key, title, note, messages, isCurrent, choose }) => (
        <li key={key}>
          <button type="button" aria-current={isCurrent ? 'true' : undefined} onClick={choose}>
            <strong>{title}</strong>
            <span>{withCount(messages, 'message')}</span>
            <span class="muted">{note}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
