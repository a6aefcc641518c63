/** Command line: the API of the console, which queries Google with the rights of the person who runs the command. */
import type { ErrorBody } from '../../schemas/status.ts'
import { CliError } from '../terminal/cli_error.ts'
import { statusOf } from '../terminal/explain_error.ts'
import type { CommandEnvironment } from './command_environment.ts'
import { functionClient } from './function_client.ts'

/** Both throw a CliError with the console's message for a response other than 200. */
export interface ConsoleApi {
  get: (path: string) => Promise<unknown>
  post: (path: string, body: object) => Promise<unknown>
}

/** `address` is the console's, where it is not the function's own. */
export async function consoleApi(
  environment: CommandEnvironment,
  address: string | undefined,
): Promise<ConsoleApi> {
  const base = (address ?? (await environment.uriOf('console'))).replace(/\/(console\/?)?$/, '')
  const send = functionClient(environment, { name: 'console', base, role: 'operator' })
  async function request(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    const response = await send({
      method,
      path: `/v1/console/${path}`,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.ok) return JSON.parse(text)
    throw responseError(response.status, text, 'The console')
  }
  return { get: (path) => request('GET', path), post: (path, body) => request('POST', path, body) }
}

/** The error of a response other than 200, in the words of its google.rpc.Status. `who` names what has answered. */
export function responseError(httpStatus: number, text: string, who: string): CliError {
  const { message, status, details = [] } = statusIn(text)
  return new CliError(
    isUnknownDestination(details) ? 'NOT_FOUND' : (status ?? statusOf(httpStatus) ?? 'UNKNOWN'),
    message ?? `${who} answered HTTP ${httpStatus}.`,
    { details },
  )
}

/** Whether the request names a destination that does not exist: it is a field of the request like any other. */
function isUnknownDestination(details: readonly object[]): boolean {
  return details.some((each) =>
    (each as { fieldViolations?: readonly { field?: string }[] }).fieldViolations?.some(
      ({ field }) => field === 'destination',
    ),
  )
}

function statusIn(text: string): Partial<ErrorBody['error']> {
  try {
    return (JSON.parse(text) as Partial<ErrorBody> | null)?.error ?? {}
  } catch {
    return {}
  }
}
