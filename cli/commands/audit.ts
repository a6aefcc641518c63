/** Command line: `sluice audit` lists who asked for what. */
import type { Command } from 'commander'
import type { OperationSummary } from '../../schemas/operation.ts'
import { addConsoleOptions, type ConsoleOptions } from '../runs/options.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'
import { parseTime } from '../terminal/values.ts'

interface AuditOptions extends ConsoleOptions {
  since?: string
}

export function addAudit(program: Command): void {
  const command = program
    .command('audit')
    .description('Lists who saved, paused, resumed, replayed, erased or requeued what, the latest first.')
    .option('--since <time>', 'operations of this time or later (default: 30 days ago)', parseTime)
    .action(async (options: AuditOptions, self: Command) => {
      const { openConsole } = await import('../runs/follow_run.ts')
      const output = outputOf(self)
      const api = await openConsole(options, output)
      const { since } = options
      const { operations } = (await api.get(`audit?${new URLSearchParams(since ? { since } : {})}`)) as {
        operations: readonly OperationSummary[]
      }
      output.result({ operations }, operations.length === 0 ? 'Nothing is recorded.' : operations.map(lineOf))
    })
  addExamples(
    addConsoleOptions(command),
    [
      'npx sluice audit --since 2026-03-14',
      `npx sluice audit --json | jq '.operations[] | select(.operation == "erasure")'`,
    ],
    ['"asked" without a later outcome: it is not known how the operation ended. At most 500 are listed.'],
  )
}

function lineOf(each: OperationSummary): string {
  const { recorded_at, operation, target, outcome, reason, requested_by, client, run_id } = each
  return [
    recorded_at,
    target === null ? operation : `${operation} ${target}`,
    reason === null ? outcome : `${outcome}: ${reason}`,
    requested_by,
    client,
    ...(run_id === null || run_id === target ? [] : [`run ${run_id}`]),
  ].join('  ')
}
