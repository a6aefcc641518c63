/** Command line: `sluice check` finds everything that would stop `pulumi up`, without Pulumi and without its secrets. */
import type { Command } from 'commander'
import { CliError } from '../terminal/cli_error.ts'
import { exitCodes } from '../terminal/exit_codes.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf, type Output } from '../terminal/output.ts'

interface CheckOptions {
  /** True without names. */
  coverage?: readonly string[] | true
  /** True to fail on a warning. */
  strict?: boolean
}

export function addCheck(program: Command): void {
  const command = program
    .command('check')
    .argument('[folder]', 'folder with the Pulumi.<stack>.yaml (default: the checkout)')
    .description(
      'Checks settings, rules, links and declarations: everything that would stop "pulumi up". Also that changed event types have the version that the change needs.',
    )
    .option(
      '--coverage [targets...]',
      'print which fields do not reach a target, which of its own stay empty, and which an event needs to be sent',
    )
    .option('--strict', 'exit with 1 if there is a warning')
    .action(async (folder: string | undefined, { coverage, strict }: CheckOptions, self: Command) => {
      const output = outputOf(self)
      if (coverage !== undefined) return printCoverage(coverage === true ? [] : coverage, output)
      const [{ checkDestinations }, { definitionLockProblems }] = await Promise.all([
        import('../inspect/check_destinations.ts'),
        import('../inspect/locks.ts'),
      ])
      const { problems: ofSettings, warnings, checked } = await checkDestinations(folder)
      const problems = [...ofSettings, ...(await definitionLockProblems())]
      if (problems.length > 0 || (strict && warnings.length > 0)) process.exitCode = exitCodes.negative
      const { event_types_and_targets: kinds, syncs_and_actions: runs, stacks } = checked
      output.result({ problems, warnings, checked }, [
        ...problems,
        ...warnings.map((line) => `Warning: ${line}`),
        ...(warnings.length > 0 ? [`Warnings: ${warnings.length}`] : []),
        `Problems: ${problems.length} (${kinds} event types and targets, ${runs} syncs and actions, ${stacks.length} Pulumi.<stack>.yaml)`,
      ])
    })
  addExamples(
    command,
    ['npx sluice check', 'npx sluice check --strict', 'npx sluice check --coverage meta tiktok'],
    [
      'It prints a line for each problem, and exits with 1 if there is one. Secrets are not decrypted; a placeholder stands for each.',
      'A warning is a condition that fails on events without a field, with the words to write (docs/rules.md). --strict counts it as a problem.',
      'A field that is invalid in an event is left out, unless --coverage lists it as needed: then the event is skipped.',
    ],
  )
}

async function printCoverage(names: readonly string[], { result }: Output): Promise<void> {
  const [{ coverageOf }, targets, { nearest }] = await Promise.all([
    import('../inspect/check_destinations.ts'),
    import('../../functions/targets/index.ts'),
    import('../../schemas/nearest.ts'),
  ])
  const known = new Map(Object.entries(targets))
  const chosen = names.map((name) => {
    const target = known.get(name)
    if (target) return target
    const near = nearest(name, known.keys())
    const meant = near === undefined ? '' : ` Did you mean ${near}?`
    throw new CliError(
      'NOT_FOUND',
      `Target "${name}" does not exist.${meant} Targets: ${[...known.keys()].join(', ')}.`,
    )
  })
  const coverage = coverageOf(names.length === 0 ? [...known.values()] : chosen)
  result(
    { coverage },
    coverage.map(
      ({ target, event, not_sent, not_filled, needed }) =>
        `${target} ${event}: not sent: ${not_sent.join(' ') || '-'}; not filled: ${not_filled.join(' ') || '-'}; needed: ${needed.join(' ') || '-'}`,
    ),
  )
}
