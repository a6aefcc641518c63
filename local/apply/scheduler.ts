/** Local stack: reads the jobs of Cloud Scheduler from the graph. */
import { agentEmail } from '../../infra/resources/service_agents.ts'
import { ofType, type Graph } from '../pulumi/graph.ts'
import type { ScheduledJob } from '../scheduler/scheduler.ts'
import { record, requireText } from './inputs.ts'

export function jobsOf(graph: Graph): readonly ScheduledJob[] {
  return ofType(graph, 'gcp:cloudscheduler/job:Job').map((resource) => {
    const target = { urn: resource.urn, inputs: record(resource, 'pubsubTarget') }
    return {
      name: requireText(resource, 'name'),
      schedule: requireText(resource, 'schedule'),
      timeZone: requireText(resource, 'timeZone'),
      paused: resource.inputs['paused'] === true,
      topic: requireText(target, 'topicName'),
      attributes: record(target, 'attributes') as Record<string, string>,
      data: requireText(target, 'data'),
    }
  })
}

/** Returns the service account with which Cloud Scheduler publishes.
 * https://cloud.google.com/scheduler/docs/setting-up-pub-sub */
export function schedulerAgent(projectNumber: number): string {
  return agentEmail('cloudscheduler', projectNumber)
}
