/** Local stack: what Cloud Scheduler would do by the jobs of the graph. */
import { agentEmail } from '../../infra/service_agents.ts'
import { ofType, type Graph } from '../pulumi/graph.ts'
import type { Job } from '../scheduler/scheduler.ts'
import { record, text } from './inputs.ts'

export function jobsOf(graph: Graph): readonly Job[] {
  return ofType(graph, 'gcp:cloudscheduler/job:Job').map((resource) => {
    const target = { urn: resource.urn, inputs: record(resource, 'pubsubTarget') }
    return {
      name: text(resource, 'name'),
      schedule: text(resource, 'schedule'),
      timeZone: text(resource, 'timeZone'),
      paused: resource.inputs['paused'] === true,
      topic: text(target, 'topicName'),
      attributes: record(target, 'attributes') as Record<string, string>,
      data: text(target, 'data'),
    }
  })
}

/** In whose name Cloud Scheduler publishes.
 * https://cloud.google.com/scheduler/docs/setting-up-pub-sub */
export function schedulerAgent(projectNumber: number): string {
  return agentEmail('cloudscheduler', projectNumber)
}
