/** `npm run check:destinations`: every link and rule of the repository, before any event meets it: the targets' own links over the whole
 * vocabulary, the actions, and the destinations of Pulumi.<stack>.yaml. With `-- --coverage [target]` it prints what the targets' links leave over. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { actionProblems } from '../functions/act/check.ts'
import { compileDecisions } from '../functions/decision/decide.ts'
import { coverage } from '../functions/linkage/coverage.ts'
import { checkDestination, checkTarget, wordsOf } from '../functions/linkage/require_links.ts'
import * as targets from '../functions/targets/index.ts'
import { targetOf } from '../functions/targets/registry.ts'
import type { Target } from '../functions/targets/target.ts'
import { actions, withDerivedLinks } from '../schemas/derived_types.ts'
import type { Action } from '../schemas/action.ts'
import { eventTypes } from '../schemas/event_types.ts'
import type { Rule } from '../schemas/decision.ts'
import type { Link } from '../schemas/link.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

type Print = (line: string) => void

/** A destination as a stack's file has it. */
interface Setting {
  target?: unknown
  settings?: Record<string, unknown>
  linkage?: Record<string, Link>
  rules?: Rule[]
}

/** Prints one line per problem and one for them all; whether there was none. */
export async function checkDestinations(
  directory: string = root,
  declared: readonly Target[] = Object.values(targets),
  print: Print = console.log,
  declaredActions: readonly Action[] = [...actions.values()],
): Promise<boolean> {
  let problems = 0
  let links = 0
  const tell = (where: string, words: readonly string[]): void => {
    links++
    problems += words.length
    for (const line of words) print(`${where}: ${line}`)
  }
  for (const target of declared) tell(`functions/targets/${target.name}.ts`, checkTarget(target).map(wordsOf))
  for (const action of declaredActions) tell(`schemas/actions/${action.name}.ts`, actionProblems(action))
  const files = (await readdir(directory)).filter((name) => /^Pulumi\..+\.ya?ml$/.test(name))
  for (const file of files.toSorted())
    for (const [id, setting] of Object.entries(await destinationsIn(join(directory, file))))
      tell(`${file}: sluice:destinations.${id}`, problemsOf(id, setting))
  print(`${links} targets, actions and destinations, ${problems} problems of their links and rules`)
  return problems === 0
}

const destinationsIn = async (path: string): Promise<Record<string, Setting>> => {
  const { config } = (parse(await readFile(path, 'utf8')) ?? {}) as {
    config?: { 'sluice:destinations'?: Record<string, Setting> }
  }
  return config?.['sluice:destinations'] ?? {}
}

const problemsOf = (id: string, setting: Setting): readonly string[] => {
  const { target: name, settings = {}, linkage = {}, rules = [] } = setting
  try {
    const target = targetOf(String(name))
    compileDecisions([{ id, target: target.name, purpose: target.purpose, rules }])
    return checkDestination(withDerivedLinks({ target: target.name, settings, linkage }), target).map(wordsOf)
  } catch (error) {
    return [(error as Error).message]
  }
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

const isUnused = ({ events }: Target, name: string): boolean =>
  events !== 'as_is' &&
  !('setting' in events) &&
  Object.entries(events).some(([each, to]) => each === name && to === null)

if (import.meta.main) {
  const [option, ...names] = process.argv.slice(2)
  if (option === '--coverage') printCoverage(names.length > 0 ? names.map(targetOf) : Object.values(targets))
  else process.exitCode = (await checkDestinations(option)) ? 0 : 1
}
