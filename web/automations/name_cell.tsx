/** Automations: names a sync or an action and its destinations. */
import type { ShownAutomation } from '../../schemas/shown_automation.ts'
import { link } from '../router.ts'

interface NameCellProps {
  automation: ShownAutomation
  /** One word about it, such as `upsert`. */
  about: string | undefined
  /** Default: all of its destinations. */
  destination?: string
}

export function NameCell({ automation, about, destination }: NameCellProps) {
  const { name, description, configured } = automation
  const destinations = destination === undefined ? configured?.destinations : [destination]
  return (
    <>
      <a href={link(`automations/${name}`)}>
        <strong>{name}</strong>
      </a>{' '}
      {destinations && (
        <span class="to">
          <span aria-hidden="true">→</span>
          <span class="hidden">to</span>{' '}
          {destinations.map((each, index) => (
            <span key={each}>
              {index > 0 && ', '}
              <a href={link(`destinations/${each}`)}>{each}</a>
            </span>
          ))}
        </span>
      )}
      <span class="beneath">{[description, about].filter(Boolean).join(' · ')}</span>
    </>
  )
}
