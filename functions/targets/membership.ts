/** Target layer: what the targets of lists of people share. Each event of a sync adds its person to the list or removes them. */
import { Type } from 'typebox'
import type { ConsentSignal, Link } from '../../schemas/link.ts'
import type { HttpResponse } from '../net/http.ts'
import type { LinkedEvent, ListOperation } from './target.ts'

const operations: readonly ListOperation[] = ['add', 'remove']

/** The field `operation`, which every list requires. */
export const OperationField = Type.Enum([...operations])

/** Fills the field `operation` from the change of a sync's row. */
export const listOperationLink: Link = {
  operation: { from: 'change', values: { added: 'add', changed: 'add', removed: 'remove' } },
}

/** The members of every list: it takes the rows of a sync under any name, whatever their age, and repeating one changes nothing. */
export const listOfPeople = {
  events: 'as_is',
  otherEvents: 'as_is',
  time: undefined,
  dedup: null,
} as const

/** `consent` of the lists for advertising: they choose who sees which ad. Google takes no member in Europe without it and ad_user_data; the other
 * vendors have no field for it. https://support.google.com/google-ads/answer/14310715 */
export const personalizedAdvertising: readonly ConsentSignal[] = ['ad_personalization']

/** Returns the status by which a response about a list is classified. 404: the list does not exist. Its members are valid, and wait until it does, as for
 * credentials. */
export function listStatusOf({ status }: HttpResponse): number {
  return status === 404 ? 401 : status
}

export function operationOf({ fields: { operation } }: Pick<LinkedEvent, 'fields'>): ListOperation {
  return operation === 'remove' ? 'remove' : 'add'
}

/** Returns the operation of a request. `batch.key` is `operationOf`, so all its events have the same. */
export function operationIn([event]: readonly LinkedEvent[]): ListOperation {
  return operationOf(event!)
}

/** Returns the names among `columns` that at least one event has as a field, in their order: a table has one set of columns. */
export function columnsIn(events: readonly LinkedEvent[], columns: readonly string[]): readonly string[] {
  return columns.filter((name) => events.some(({ fields }) => fields[name] !== undefined))
}
