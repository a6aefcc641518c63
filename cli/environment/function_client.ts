/** Command line: HTTP requests to a deployed function, with the tokens that it requires. */
import type { Role } from '../../local/accounts.ts'
import type { CommandEnvironment } from './command_environment.ts'

export interface FunctionRequest {
  method: 'GET' | 'POST'
  /** Path and query. */
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

export type FunctionClient = (request: FunctionRequest) => Promise<Response>

/** Sends requests to a function at `base`, as the person who runs the command. */
export function functionClient(
  { authorization, idToken }: CommandEnvironment,
  { name, base, role }: { name: string; base: string; role: Role },
): FunctionClient {
  let identity: Readonly<Record<string, string>> = {}
  async function send({ method, path, headers, body }: FunctionRequest): Promise<Response> {
    return fetch(base + path, {
      method,
      headers: {
        ...identity,
        authorization: await authorization(role),
        'content-type': 'application/json',
        'user-agent': 'sluice-cli',
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
  }
  return async (request) => {
    const response = await send(request)
    if (!isRefusedByCloudRun(response)) return response
    identity = { 'x-serverless-authorization': `Bearer ${await idToken(name, role)}` }
    return send(request)
  }
}

/** Whether Cloud Run has answered in place of the function: without public ingress it requires an ID token. The function itself refuses
 * in JSON. https://cloud.google.com/run/docs/troubleshooting#unauthorized-client */
function isRefusedByCloudRun({ status, headers }: Response): boolean {
  return (status === 401 || status === 403) && !headers.get('content-type')?.startsWith('application/json')
}
