/** Storage layer: describes what table `events` says about events of a deprecated type, so that those who still send it are found. */
import { nullable } from './column.ts'

export const deprecationColumns = [
  nullable(
    'deprecated_until',
    'DATE',
    'Sunset of the event type, if its definition was deprecated when the event was stored; null otherwise.',
  ),
  nullable(
    'deprecated_successor',
    'STRING',
    'Event type to send instead, if the definition named one when the event was stored.',
  ),
] as const
