/** Doctor: checks that the worker pools are deployed and running. */
import { GoogleAuth } from 'google-auth-library'
import { ofType, types, type Graph } from '../graph.ts'
import { findEach, problemOf, type Finding } from './finding.ts'

/** Part of Cloud Run's answer. https://cloud.google.com/run/docs/reference/rest/v2/projects.locations.workerPools */
interface Answer {
  terminalCondition?: { state?: string; message?: string }
}

/** Looks every worker pool of the graph up in Cloud Run. */
export function examinePools(graph: Graph): Promise<readonly Finding[]> {
  const auth = new GoogleAuth({ scopes: ['https://www.googleapis.com/auth/cloud-platform'] })
  return findEach(ofType(graph, types.pool), async ({ name, id }) => {
    const what = `worker pool ${name}`
    try {
      const { data } = await auth.request<Answer>({ url: `https://run.googleapis.com/v2/${id}` })
      const { state = 'STATE_UNSPECIFIED', message } = data.terminalCondition ?? {}
      const detail = message === undefined ? '' : `: ${message}`
      return state === 'CONDITION_SUCCEEDED'
        ? []
        : [{ what, problem: `is ${state}, expected CONDITION_SUCCEEDED${detail}` }]
    } catch (error) {
      const { response, ...rest } = error as { response?: { status: number }; code?: number; message: string }
      const cause = { ...rest, code: response?.status ?? rest.code }
      return [{ what, problem: problemOf(cause, 'run.workerpools.get') }]
    }
  })
}
