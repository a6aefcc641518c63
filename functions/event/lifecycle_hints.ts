/** Event: tells the sender of an event that its type is a draft or deprecated. Pure. */
import { deprecationNotice, type Lifecycle } from '../../schemas/lifecycle.ts'

interface LifecycleHint {
  field: 'event_name'
  kind: 'draft' | 'deprecated'
  /** Event type to send instead. */
  did_you_mean?: string
  description: string
}

/** Returns the hints of an event of the type, as `validateOnly` returns them. */
export function lifecycleHints(
  name: string,
  { status, deprecation }: Pick<Lifecycle, 'status' | 'deprecation'>,
): readonly LifecycleHint[] {
  const field = 'event_name'
  const notice = deprecationNotice({ name, deprecation })
  if (deprecation && notice !== undefined) {
    const { successor } = deprecation
    return [
      {
        field,
        kind: 'deprecated',
        ...(successor !== undefined && { did_you_mean: successor }),
        description: notice,
      },
    ]
  }
  if (status !== 'draft') return []
  return [{ field, kind: 'draft', description: `${name} is a draft: its fields may change at any time.` }]
}
