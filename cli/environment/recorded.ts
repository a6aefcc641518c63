/** Command line: records at the console what a command does with the credentials of the person who runs it. */
import type { ownOperations } from '../../schemas/operation.ts'
import { explainError } from '../terminal/explain_error.ts'
import type { CommandEnvironment } from './command_environment.ts'
import { consoleApi } from './console_api.ts'

interface OwnOperationFacts {
  operation: (typeof ownOperations)[number]
  /** Id of the destination or subscription. */
  target?: string | undefined
}

/** Does something that table `audit` records: before, that it is asked for, and afterwards how it ended. Throws the console's error, and does
 * nothing, if it cannot be recorded. `address` is the console's, where it is not the function's own. */
export async function recorded<Result>(
  environment: CommandEnvironment,
  address: string | undefined,
  facts: OwnOperationFacts,
  act: () => Promise<Result>,
): Promise<Result> {
  const api = await consoleApi(environment, address)
  const { operation_id } = (await api.post('operations', facts)) as { operation_id: string }
  const end = (outcome: 'ok' | 'refused'): Promise<unknown> =>
    // It stays recorded as asked.
    api.post('operations', { ...facts, operation_id, outcome }).catch(() => undefined)
  try {
    const result = await act()
    await end('ok')
    return result
  } catch (error) {
    const status = explainError(error)?.status
    if (status !== undefined && !['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'UNKNOWN', 'INTERNAL'].includes(status))
      await end('refused')
    throw error
  }
}
