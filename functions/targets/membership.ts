/** Target layer: the field of a list of people that tells what an event does to it. */
import { Type } from 'typebox'
import type { Source } from '../../schemas/link.ts'

/** Field `operation` of a list. */
export const OperationField = Type.Enum(['add', 'remove'])

/** Its link: a row of a sync that is new or has changed is a member; one that has left the model is none. */
export const operationOfChange: Source = {
  from: 'change',
  values: { added: 'add', changed: 'add', removed: 'remove' },
}
