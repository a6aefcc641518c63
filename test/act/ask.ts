/** Test support: asks the engine for a run of an action, as a message of the topic `runs` does. */
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

let asked = 0

/** A new run, or one that is gone on with; what its row says. `patience` is how long a request may take, in ms. */
export async function askForRun(
  engine: Engine,
  {
    ports,
    assigned,
    request,
    id = `run-${++asked}`,
    patience: workMs = 3_600_000,
  }: {
    ports: ActPorts
    assigned: readonly DeployedAction[]
    request: object
    id?: string
    patience?: number
  },
): Promise<Ran & { id: string; error?: unknown }> {
  const answer = createRunHandler(
    { ...runsPorts(ports.warehouse), workMs, warn: () => {}, alert: () => {} },
    { action: actionWorker(ports, assigned) },
  )
  let error: unknown
  await answer({
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
