/** Command line: `sluice doctor` compares an environment with the program. It changes nothing. */
import { Option, type Command } from 'commander'
import { dataDirOption, localOption } from '../environment/options.ts'
import type { DoctorOptions } from '../inspect/doctor.ts'
import { exitCodes } from '../terminal/exit_codes.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'

export function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description('Compares a deployed environment, or the local stack, with the program.')
    .option('--project <id>', 'Google Cloud project of the environment (default: GOOGLE_CLOUD_PROJECT)')
    .addOption(
      new Option('--stack <name>', 'the environment of Pulumi.<name>.yaml, in place of --project').conflicts([
        'project',
        'local',
      ]),
    )
    .addOption(localOption())
    .addOption(dataDirOption())
    .action(async (options: DoctorOptions, self: Command) => {
      const { examine } = await import('../inspect/doctor.ts')
      const { note, result } = outputOf(self)
      const { project, findings, counts, rights } = await examine(options, note)
      if (findings.length > 0) process.exitCode = exitCodes.negative
      const kinds = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`)
      result({ project, findings, counts, rights }, [
        ...findings.map(({ what, problem }) => `${what} ${problem}`),
        findings.length === 0
          ? `${project} matches the program: ${kinds.join(', ')}.`
          : `${findings.length} resources of ${project} differ from the program.`,
        ...rights,
      ])
    })
  addExamples(
    command,
    ['npx sluice doctor --project acme-events-prod', 'npx sluice doctor --stack prod --json'],
    ['It uses your own rights and changes nothing. It exits with 1 if something differs.'],
  )
}
