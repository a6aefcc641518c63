/** Test support: pushes a run request for an action to the engine. */
import type { ActPorts } from '../../functions/act/act_on_events.ts'
import type { DeployedAction } from '../../functions/act/triggers.ts'
import { actionWorker } from '../../functions/act/worker.ts'
import { createRunHandler } from '../../functions/runs/handle_run.ts'
import { runsPorts } from '../../functions/runs/open.ts'
import type { Engine } from './engine.ts'

export interface Ran {
  state: string
  reason: string | null
  counts: Readonly<Record<string, number>>
  result: unknown
}

let requestCount = 0

/** Starts or resumes a run. Returns its row. `workMs` is the working time of a push. */
export async function askForRun(
  engine: Engine,
  {
    ports,
    assigned,
    request,
    id = `run-${++requestCount}`,
    workMs = 3_600_000,
  }: {
    ports: ActPorts
    assigned: readonly DeployedAction[]
    request: object
    id?: string
    workMs?: number
  },
): Promise<Ran & { id: string; error?: unknown }> {
  const handle = createRunHandler(
    { ...runsPorts(ports.warehouse), workMs, warn: () => {}, alert: () => {} },
    { action: actionWorker(ports, assigned) },
  )
  let error: unknown
  await handle({
    subscription: 'runs-act',
    messageId: id,
    attempt: 1,
    publishTime: new Date().toISOString(),
    data: Buffer.from(JSON.stringify(request)),
    attributes: { kind: 'action' },
  }).catch((thrown: unknown) => {
    error = thrown
  })
  const [row] = await engine.query(
    `SELECT state, reason, TO_JSON_STRING(counts) AS counts, TO_JSON_STRING(result) AS result FROM runs WHERE run_id = '${id}'`,
  )
  return {
    id,
    state: String(row!['state']),
    reason: row!['reason'] as string | null,
    counts: JSON.parse(String(row!['counts'])) as Ran['counts'],
    result: JSON.parse(String(row!['result'])) as unknown,
    ...(error !== undefined && { error }),
  }
}
