/** Runs: says who asked for a run, and from where. */
import type { RunSummary } from '../../schemas/run_summary.ts'
import { schedulerName } from '../../schemas/run_request.ts'
import { useQuestion } from '../parts/question.tsx'
import { Facts } from './run_result.tsx'

/** A row of the question `run_asked`. */
interface AskedRow {
  requested_by: string
  client: string
  client_address: string | null
  user_agent: string | null
}

const hour = 3_600_000

/** Through which client the request came, as the client says. */
const clients: Readonly<Record<string, string>> = {
  console: 'the console',
  cli: 'the command line',
  api: 'the API',
}

export function WhoAsked({ run: { run_id: id, requested_at: at, requested_by: who } }: { run: RunSummary }) {
  const isScheduled = who === schedulerName
  const asked = useQuestion<AskedRow>(
    'run_asked',
    isScheduled
      ? undefined
      : {
          run: id,
          since: new Date(Date.parse(at) - hour).toISOString(),
          until: new Date(Date.parse(at) + hour).toISOString(),
        },
  )
  const row = asked.answer?.rows[0]
  return (
    <section>
      <h4>Who asked</h4>
      {isScheduled ? (
        <p>The schedule, through Cloud Scheduler.</p>
      ) : row ? (
        <Facts
          facts={[
            ['account', row.requested_by],
            ['through', clients[row.client] ?? row.client],
            ['address', row.client_address ?? 'not recorded without a load balancer'],
            ...(row.user_agent === null ? [] : [['program', row.user_agent] as const]),
          ]}
        />
      ) : (
        <p class="muted">{asked.isLoading ? 'Loading …' : (who ?? 'Nobody can be proved.')}</p>
      )}
    </section>
  )
}
