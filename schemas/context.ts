/** Context fields: lists the fields that all event types share, at the top level of the JSON body. */
import { Type, type Static } from 'typebox'
import { address } from './context/address.ts'
import { app } from './context/app.ts'
import { campaign } from './context/campaign.ts'
import { clickIds } from './context/click_ids.ts'
import { consent } from './context/consent.ts'
import { device } from './context/device.ts'
import { event } from './context/event.ts'
import type { Annotation } from './context/field.ts'
import { identity } from './context/identity.ts'
import { page } from './context/page.ts'

const fields = {
  ...event,
  ...identity,
  ...address,
  ...page,
  ...campaign,
  ...clickIds,
  ...device,
  ...app,
  ...consent,
}

/** Every context field, all optional. Missing values of event_id, event_name and event_time are filled in. */
export const ContextFields = Type.Partial(Type.Object(fields))
export type ContextFields = Static<typeof ContextFields>

/** The names of the context fields. Any other name at the top level of an event is an event field. */
export const contextNames: ReadonlySet<string> = new Set(Object.keys(fields))

/** A context field as a column of table `events`. */
interface ContextColumn extends Pick<Annotation, 'column' | 'description' | 'personal'> {
  name: string
}

/** The columns of the context fields, by group. */
export const contextColumns: readonly ContextColumn[] = Object.entries(fields).map(
  ([name, { column, description, personal }]) => ({ name, column, description, personal }),
)
