/** Storage layer: describes where a message came from, as tables `events` and `quarantine` contain it: what is proved apart from what is claimed. */
import { nullable } from './column.ts'

export const originColumns = [
  nullable(
    'producer',
    'STRING',
    'Producer that alone may publish to the topic, so it is proved; null for a topic that several may publish to.',
  ),
  nullable(
    'connection',
    'STRING',
    'Connection that the message claims to come through: the translation of translate or hook, or what a producer set.',
  ),
] as const
