/** Command line: finds everything that would stop `pulumi up`, without Pulumi and without its secrets: in what the code declares, with the
 * links of every target, and in the settings, rules and links of each Pulumi.<stack>.yaml. The Pulumi program checks with the same functions. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { coverage } from '../../functions/linkage/coverage.ts'
import type { Target } from '../../functions/targets/target.ts'
import { declarationProblems, shipped, type Declarations } from '../../infra/settings/declarations.ts'
import { stackProblems } from '../../infra/settings/problems.ts'
import { stackWarnings, triggerWarnings } from '../../infra/settings/warnings.ts'
import { readEncryptedConfig } from '../../local/pulumi/settings.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { CliError, withStatus } from '../terminal/cli_error.ts'
import { checkout } from './drawn_graph.ts'

export interface CheckResult {
  /** One line each, with the file or the setting and what to correct. */
  problems: readonly string[]
  /** One line each: what can be deployed, but fails on some events. */
  warnings: readonly string[]
  checked: { event_types_and_targets: number; syncs_and_actions: number; stacks: readonly string[] }
}

/** Checks the declarations and every Pulumi.<stack>.yaml of a folder. */
export async function checkDestinations(
  directory: string = checkout,
  declared: Declarations = shipped,
): Promise<CheckResult> {
  if (!existsSync(directory)) throw new CliError('NOT_FOUND', `Folder ${directory} does not exist.`)
  const { lines } = declarationProblems(declared, new Set(Object.keys(declared.targets)))
  const stacks = (await readdir(directory)).filter((name) => /^Pulumi\..+\.ya?ml$/.test(name)).toSorted()
  const problems = [...lines]
  const ofCode = declared.actions.flatMap(triggerWarnings)
  const warnings = [...ofCode]
  for (const file of stacks) {
    const { config } = await withStatus('FAILED_PRECONDITION', () =>
      readEncryptedConfig(join(directory, file)),
    )
    // What the code declares is the same for every stack.
    const own = stackProblems(config, declared).filter((line) => !lines.includes(line))
    problems.push(...own.map((line) => `${file}: ${line}`))
    // Settings of the wrong form are not looked at further.
    const further = own.length > 0 ? [] : stackWarnings(config, declared)
    warnings.push(...further.filter((line) => !ofCode.includes(line)).map((line) => `${file}: ${line}`))
  }
  const { events, targets, syncs, actions } = declared
  return {
    problems,
    warnings,
    checked: {
      event_types_and_targets: Object.keys(events).length + Object.keys(targets).length,
      syncs_and_actions: syncs.length + actions.length,
      stacks,
    },
  }
}

export interface TargetCoverage {
  target: string
  event: string
  /** Fields of the event that the links of the target do not use. */
  not_sent: readonly string[]
  /** Fields of the target that no link fills. */
  not_filled: readonly string[]
  /** Fields of the target without which an event is not sent. Any other is left out if it is invalid. */
  needed: readonly string[]
}

/** What the links of the targets leave over, by event type. */
export function coverageOf(declared: readonly Target[]): readonly TargetCoverage[] {
  return declared.flatMap((target) =>
    Array.from(eventTypes.keys())
      .filter((event) => !isUnused(target, event))
      .map((event) => {
        const { unused, unmet, needed } = coverage(target, event)
        return { target: target.name, event, not_sent: unused, not_filled: unmet, needed }
      }),
  )
}

function isUnused({ events }: Target, name: string): boolean {
  return (
    events !== 'as_is' &&
    !('setting' in events) &&
    Object.entries(events).some(([each, to]) => each === name && to === null)
  )
}
