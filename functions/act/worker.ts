/** Actions: runs of kind `action`: a scheduled action, or a dry run of any, which tells what it would do. */
import type { RunDeadline, RunWorker } from '../runs/handle_run.ts'
import { endOnQueryFault } from '../runs/end_on_fault.ts'
import type { LeasedRun } from '../runs/run_log.ts'
import type { RunCommand } from '../runs/run_message.ts'
import type { ActPorts } from './act_on_events.ts'
import { backTest } from './back_test.ts'
import { runSchedule } from './run_schedule.ts'
import { isOnEvents, type DeployedAction } from './triggers.ts'

const defaultDays = 30

/** `assigned` are the actions of the environment, whatever their state. */
export function actionWorker(ports: ActPorts, assigned: readonly DeployedAction[]): RunWorker<'action'> {
  const find = (name: string): DeployedAction => {
    const found = assigned.find(({ action }) => action.name === name)
    if (found) return found
    const names = assigned.map(({ action }) => action.name).join(', ')
    throw new Error(`The action "${name}" is not in force here; these are: ${names || 'none'}.`)
  }
  return {
    describe: ({ request: { action: name, dry_run: dryRun } }) => {
      const { action, destination } = find(name)
      ports.to(destination)
      if (!dryRun && isOnEvents(action.trigger))
        throw new Error(`The action "${name}" is set off by events; only a dry run of it can be asked for.`)
      return { scope: `action/${name}${dryRun ? '/dry_run' : ''}`, name, destination }
    },
    work: async (run, order, deadline) => {
      try {
        return await workOn(ports, find(order.request.action), run, order, deadline)
      } catch (error) {
        return endOnQueryFault(run, error, 'action', run.counts)
      }
    },
  }
}

async function workOn(
  ports: ActPorts,
  assigned: DeployedAction,
  run: LeasedRun,
  order: RunCommand<'action'>,
  deadline: RunDeadline,
): Promise<'done' | 'later'> {
  const { action, state } = assigned
  if (order.request.dry_run) return dryRun(ports, assigned, run, order, deadline)
  if (isOnEvents(action.trigger)) throw new Error(`The action "${action.name}" has no schedule.`)
  if (state === 'live' || state === 'shadow')
    return runSchedule(ports, run, order.id, { ...assigned, trigger: action.trigger }, deadline)
  await run.end({ state: 'cancelled', reason: `The action is in state ${state}.`, counts: {} })
  return 'done'
}

async function dryRun(
  { warehouse, to, refreshSuppressions }: ActPorts,
  assigned: DeployedAction,
  run: LeasedRun,
  { id, request: { days = defaultDays } }: RunCommand<'action'>,
  deadline: RunDeadline,
): Promise<'done' | 'later'> {
  await refreshSuppressions()
  const seen = { firings: 0, progress: 'on' }
  const result = await backTest(
    {
      warehouse,
      destination: to(assigned.destination),
      onProgress: async (found) => {
        seen.firings = found.firings
        seen.progress = await run.save({ counts: { firings: found.firings } })
        return seen.progress === 'on' && deadline.now() < deadline.at
      },
    },
    assigned,
    { runId: id, until: run.startedAt, days },
  )
  const counts = { firings: seen.firings }
  if (result) await run.end({ state: 'finished', counts, result })
  else if (seen.progress === 'lost') return 'later'
  else if (seen.progress === 'cancelled')
    await run.end({ state: 'cancelled', reason: 'Someone asked it to stop.', counts })
  else
    await run.end({
      state: 'failed',
      counts,
      reason: `There are too many events for one back-test; take fewer than ${days} days.`,
    })
  return 'done'
}
