/** Storage layer: provides the dependencies of the table caches in the process of a function. */
import { setTimeout as wait } from 'node:timers/promises'
import type { FollowPorts } from './follow.ts'
import { logEntry } from '../serving/log.ts'

/** Reads the tables of the dataset with this authorization. */
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
    warn: (message, details) => logEntry('WARNING', message, details),
  }
}
