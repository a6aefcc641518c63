/** Command line: `sluice plan` summarizes what the next `pulumi up` would do. */
import { spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { CliError, withStatus } from '../terminal/cli_error.ts'
import { exitCodes } from '../terminal/exit_codes.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'
import { addImpactOptions } from '../impact/options.ts'
import type { ImpactOptions } from '../impact/run.ts'

interface PlanOptions extends Omit<ImpactOptions, 'impact'> {
  stack?: string
  impact?: number
}

export function addPlan(program: Command): void {
  const command = addImpactOptions(program.command('plan'))
    .usage('[options] [-- <options of pulumi preview>]')
    .argument('[pulumi-options...]', 'options of "pulumi preview", after --')
    .description('Summarizes what the next "pulumi up" would do, in plain words.')
    .option('--stack <name>', 'stack of Pulumi (default: the selected one)')
    .action(async (options: readonly string[], chosen: PlanOptions, self: Command) => {
      const { stack, impact } = chosen
      if (impact !== undefined) {
        const { runImpact } = await import('../impact/run.ts')
        return runImpact({ ...chosen, impact }, outputOf(self))
      }
      const [{ plan, planChapters }, { readPreview }] = await Promise.all([
        import('../../infra/proof/plan.ts'),
        import('../../infra/proof/preview.ts'),
      ])
      const given = process.stdin.isTTY ? '' : await text(process.stdin)
      const output = given || previewNow([...(stack === undefined ? [] : ['--stack', stack]), ...options])
      const preview = await withStatus('INVALID_ARGUMENT', () => readPreview(output))
      if (preview.errors.length > 0) process.exitCode = exitCodes.negative
      const now = Date.now()
      outputOf(self).result({ chapters: planChapters(preview, now) }, plan(preview, now))
    })
  addExamples(
    command,
    [
      'npx sluice plan',
      'npx sluice plan --stack prod -- --refresh',
      'pulumi preview --json | npx sluice plan',
      'npx sluice plan --impact 24h --stack prod --base main',
    ],
    [
      'It runs "pulumi preview --json", or reads its output from stdin. It exits with 0 whether something changes or not, and with 1 if the',
      'program fails.',
      'With --impact it runs no preview. It tries the settings of the working tree on stored events, beside those of --base, and counts what would',
      'be sent, restricted and skipped, and the fields of payloads that differ: never a value. It reads BigQuery with your own rights, at most',
      '--max-bytes, and changes nothing (docs/impact.md).',
    ],
  )
}

/** What `pulumi preview --json` prints. It also prints it when the program fails. */
function previewNow(options: readonly string[]): string {
  const { error, stdout, status } = spawnSync(
    'pulumi',
    ['preview', '--json', '--non-interactive', ...options],
    { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  if (error)
    throw new CliError(
      'FAILED_PRECONDITION',
      'The Pulumi CLI is not installed: https://www.pulumi.com/docs/iac/download-install/',
      { cause: error },
    )
  if (stdout.trim() === '')
    throw new CliError('FAILED_PRECONDITION', `"pulumi preview" failed with exit code ${status}.`)
  return stdout
}
