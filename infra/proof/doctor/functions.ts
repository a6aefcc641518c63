/** Doctor: checks that the functions are deployed and running. */
import { GoogleAuth } from 'google-auth-library'
import { ofType, textInput, types, type Graph, type Resource } from '../graph.ts'
import { problemOf, type Finding } from './finding.ts'

/** A function as found: its address, if it has one, and its problems. */
interface FoundFunction {
  uri?: string
  findings: readonly Finding[]
}

type FindFunction = (resource: Resource) => Promise<FoundFunction>

/** Looks up every function of the graph. Returns the results by name. */
export async function findFunctions(
  graph: Graph,
  find: FindFunction,
): Promise<ReadonlyMap<string, FoundFunction>> {
  return new Map(
    await Promise.all(
      ofType(graph, types.function).map(async (resource): Promise<[string, FoundFunction]> => [
        resource.name,
        await find(resource),
      ]),
    ),
  )
}

/** Looks functions up in Cloud Functions. https://cloud.google.com/functions/docs/reference/rest/v2/projects.locations.functions#State */
export function deployedFunction(project: string): FindFunction {
  const auth = new GoogleAuth({ scopes: ['https://www.googleapis.com/auth/cloud-platform'] })
  return async ({ name, inputs }) => {
    const what = `function ${name}`
    const place = `projects/${project}/locations/${textInput(inputs, 'location')}/functions/${name}`
    try {
      const { data } = await auth.request<{ state?: string; serviceConfig?: { uri?: string } }>({
        url: `https://cloudfunctions.googleapis.com/v2/${place}`,
      })
      const { state = 'STATE_UNSPECIFIED', serviceConfig: { uri } = {} } = data
      return {
        ...(uri !== undefined && { uri }),
        findings: state === 'ACTIVE' ? [] : [{ what, problem: `is ${state}, expected ACTIVE` }],
      }
    } catch (error) {
      const { response, ...rest } = error as { response?: { status: number }; code?: number; message: string }
      const cause = { ...rest, code: response?.status ?? rest.code }
      return { findings: [{ what, problem: problemOf(cause, 'cloudfunctions.functions.get') }] }
    }
  }
}

/** Looks functions up in the local stack: any response, even an error, means that the function runs. */
export function localFunction(uriOf: (name: string) => Promise<string>): FindFunction {
  return async ({ name }) => {
    const what = `function ${name}`
    const uri = await uriOf(name)
    if (uri === '') return { findings: [{ what, problem: 'is missing: restart the stack' }] }
    try {
      await fetch(uri, { signal: AbortSignal.timeout(10_000) })
      return { uri, findings: [] }
    } catch {
      return { uri, findings: [{ what, problem: `does not answer at ${uri}` }] }
    }
  }
}
