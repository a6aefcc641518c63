/** Automations: names a sync or an action and its destination. */
import type { ShownAutomation } from '../../schemas/shown_automation.ts'
import { link } from '../router.ts'

interface NameCellProps {
  automation: ShownAutomation
  /** One word about it, such as `upsert`. */
  about: string | undefined
}

export function NameCell({ automation, about }: NameCellProps) {
  const { name, description, configured } = automation
  return (
    <>
      <a href={link(`automations/${name}`)}>
        <strong>{name}</strong>
      </a>{' '}
      {configured && (
        <span class="to">
          <span aria-hidden="true">→</span>
          <span class="hidden">to</span>{' '}
          <a href={link(`destinations/${configured.destination}`)}>{configured.destination}</a>
        </span>
      )}
      <span class="beneath">{[description, about].filter(Boolean).join(' · ')}</span>
    </>
  )
}
