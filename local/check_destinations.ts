/** `npx sluice check`: all that would stop `pulumi up`, without Pulumi and without its secrets: what the code declares, with the
 * links of every target, and the settings, rules and links of each Pulumi.<stack>.yaml. It checks by the functions of infra/ by which the
 * Pulumi program does. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { declarationProblems, shipped, type Declarations } from '../infra/settings/declarations.ts'
import { stackProblems } from '../infra/settings/problems.ts'
import { coverage } from '../functions/linkage/coverage.ts'
import * as targets from '../functions/targets/index.ts'
import { targetOf } from '../functions/targets/registry.ts'
import type { Target } from '../functions/targets/target.ts'
import { eventTypes } from '../schemas/event_types.ts'
import { readEncryptedConfig } from './pulumi/settings.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const help = `npx sluice check                            checks what the code declares and every Pulumi.<stack>.yaml
npx sluice check -- <folder>                the same of the Pulumi.<stack>.yaml in another folder
npx sluice check -- --coverage [<target>…]  what the links of targets leave over, by event type

It prints a line for each problem and ends with 1 if there is one. Secrets are not decrypted; a placeholder stands for each.`

type Print = (line: string) => void

/** Prints a line for each problem, and one for all of them; returns whether there was none. `directory` has the Pulumi.<stack>.yaml. */
export async function checkDestinations(
  directory: string = root,
  print: Print = console.log,
  declared: Declarations = shipped,
): Promise<boolean> {
  if (!existsSync(directory)) throw new Error(`There is no folder ${directory}.`)
  const { lines } = declarationProblems(declared, new Set(Object.keys(declared.targets)))
  const files = (await readdir(directory)).filter((name) => /^Pulumi\..+\.ya?ml$/.test(name)).toSorted()
  const found = [...lines]
  for (const file of files) {
    const { config } = await readEncryptedConfig(join(directory, file))
    // What the code declares is the same for every stack.
    const own = stackProblems(config, declared).filter((line) => !lines.includes(line))
    found.push(...own.map((line) => `${file}: ${line}`))
  }
  for (const line of found) print(line)
  const kinds = [...Object.values(declared.events), ...Object.values(declared.targets)].length
  const runs = declared.syncs.length + declared.actions.length
  print(
    `Problems: ${found.length} (${kinds} event types and targets, ${runs} syncs and actions, ${files.length} Pulumi.<stack>.yaml)`,
  )
  return found.length === 0
}

/** Prints, for each target and event type it takes, which fields do not reach it and which of its own stay empty. */
export function printCoverage(declared: readonly Target[], print: Print = console.log): void {
  for (const target of declared)
    for (const name of eventTypes.keys()) {
      if (isUnused(target, name)) continue
      const { unused, unmet } = coverage(target, name)
      print(
        `${target.name} ${name}: not sent: ${unused.join(' ') || '-'}; not filled: ${unmet.join(' ') || '-'}`,
      )
    }
}

function isUnused({ events }: Target, name: string): boolean {
  return (
    events !== 'as_is' &&
    !('setting' in events) &&
    Object.entries(events).some(([each, to]) => each === name && to === null)
  )
}

async function command(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      coverage: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) return console.log(help)
  if (values.coverage)
    return printCoverage(positionals.length > 0 ? positionals.map(targetOf) : Object.values(targets))
  if (!(await checkDestinations(positionals[0]))) process.exitCode = 1
}

if (import.meta.main)
  try {
    await command()
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
    process.exitCode = 1
  }
