/** The context fields: what every event may carry beside its own fields, merged at the top level of the JSON body. */
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

/** Every context field, all optional: what ingest needs and does not find it fills in (event_id, event_name, event_time). */
export const ContextFields = Type.Partial(Type.Object(fields))
export type ContextFields = Static<typeof ContextFields>

/** The names of the context fields; at the top level of an event any other name is an event-specific field. */
export const contextNames: ReadonlySet<string> = new Set(Object.keys(fields))

/** One context field as a column of the table `events`. */
export interface ContextColumn extends Pick<Annotation, 'column' | 'description' | 'personal'> {
  name: string
}

/** The columns of the context fields, in the order of their groups. */
export const contextColumns: readonly ContextColumn[] = Object.entries(fields).map(
  ([name, { column, description, personal }]) => ({ name, column, description, personal }),
)
