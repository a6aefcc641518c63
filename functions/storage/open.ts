/** Serving: what following tables takes of the world, as the process of a function has it. */
import { setTimeout as wait } from 'node:timers/promises'
import type { FollowPorts } from './follow.ts'
import { logEntry } from '../serving/log.ts'

/** Tables of the dataset are read with this authorization. */
export function followPorts(
  { project, dataset }: { project: string; dataset: string },
  authorization: FollowPorts['authorization'],
): FollowPorts {
  return {
    env: process.env,
    project,
    dataset,
    authorization,
    now: () => performance.now(),
    wait,
    warn: (message, facts) => logEntry('WARNING', message, facts),
  }
}
