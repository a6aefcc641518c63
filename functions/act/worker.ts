/** Actions: runs of kind `action`: a scheduled action, or a dry run of any action, which counts what it would fire. */
import type { RunWorker } from '../runs/handle_run.ts'
import { endOnQueryFault } from '../runs/end_on_fault.ts'
import { resumeJob, saveProgress, stopJob, type StepResult, type WorkResult } from '../runs/run_job.ts'
import type { ActPorts } from './act_on_events.ts'
import { backTest } from './back_test.ts'
import { runSchedule, type ScheduleJob } from './run_schedule.ts'
import { isOnEvents, type DeployedAction } from './triggers.ts'

/** Days of events in a back-test. */
const defaultDays = 30

/** Makes the worker for the actions of the environment, in any state. */
export function actionWorker(ports: ActPorts, actions: readonly DeployedAction[]): RunWorker<'action'> {
  const find = (name: string): DeployedAction => {
    const deployed = actions.find(({ action }) => action.name === name)
    if (deployed) return deployed
    const names = actions.map(({ action }) => action.name).join(', ') || 'none'
    throw new Error(`Action "${name}" is not configured in this environment. Configured: ${names}.`)
  }
  return {
    describe: ({ request: { action: name, dry_run: isDryRun } }) => {
      const { action, destinations } = find(name)
      for (const destination of destinations) ports.to(destination)
      if (!isDryRun && isOnEvents(action.trigger))
        throw new Error(`Action "${name}" is triggered by events. Only a dry run of it can be requested.`)
      const [destination, ...others] = destinations
      return {
        scope: `action/${name}${isDryRun ? '/dry_run' : ''}`,
        name,
        ...(destination !== undefined && others.length === 0 && { destination }),
      }
    },
    work: async (run, command, deadline) => {
      const job: ScheduleJob = resumeJob(run, command, deadline, { counts: {}, position: {} })
      try {
        return await workOn(ports, find(command.request.action), job)
      } catch (error) {
        return endOnQueryFault(run, error, 'action', job.counts)
      }
    },
  }
}

async function workOn(ports: ActPorts, deployed: DeployedAction, job: ScheduleJob): Promise<WorkResult> {
  const { action, state } = deployed
  if (job.isDryRun) return dryRun(ports, deployed, job)
  if (isOnEvents(action.trigger)) throw new Error(`Action "${action.name}" has no schedule.`)
  if (state === 'live' || state === 'shadow')
    return runSchedule(ports, job, { ...deployed, trigger: action.trigger })
  await job.run.end({ state: 'cancelled', reason: `The action is in state ${state}.`, counts: {} })
  return 'done'
}

async function dryRun(
  { warehouse, to, refreshSuppressions }: ActPorts,
  deployed: DeployedAction,
  { run, command, deadline }: ScheduleJob,
): Promise<WorkResult> {
  const { days = defaultDays } = command.request
  const counts = { firings: 0 }
  const last: { step: StepResult } = { step: 'continue' }
  await refreshSuppressions()
  const result = await backTest(
    {
      warehouse,
      destinations: new Map(deployed.destinations.map((id) => [id, to(id)])),
      onProgress: async ({ firings }) => {
        counts.firings = firings
        last.step = await saveProgress({ run, counts })
        return last.step === 'continue' && deadline.now() < deadline.at
      },
    },
    deployed,
    { runId: command.id, until: run.startedAt, days },
  )
  if (result) await run.end({ state: 'finished', counts, result })
  else if (last.step !== 'continue') return stopJob({ run, counts }, last.step)
  else
    await run.end({
      state: 'failed',
      counts,
      reason: `There are too many events for one back-test. Request fewer than ${days} days.`,
    })
  return 'done'
}
