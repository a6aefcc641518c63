/** Command line: `sluice plan --impact`: opens the settings and the environment, measures, prints. */
import { join } from 'node:path'
import { parseSettings } from '../../infra/settings/parse.ts'
import type { PlainSettings } from '../../infra/settings/schema.ts'
import { openEnvironment, openLocal } from '../environment/environment.ts'
import { chosenLocalStack } from '../environment/local_stack.ts'
import type { EnvironmentOptions } from '../environment/options.ts'
import { checkout } from '../inspect/drawn_graph.ts'
import { CliError } from '../terminal/cli_error.ts'
import type { Output } from '../terminal/output.ts'
import { measureImpact } from './impact.ts'
import { impactText } from './report.ts'
import { demandSound, readBase, readSettingsFile } from './settings.ts'
import { openSides } from './sides.ts'

export interface ImpactOptions extends Pick<EnvironmentOptions, 'project' | 'local' | 'dataDir'> {
  /** Length of the period in ms. */
  impact: number
  base: string
  stack?: string
  settings?: string
  /** RFC 3339. Default: now. */
  at?: string
  maxEvents: number
  maxBytes: number
  maxSeconds: number
  examples?: boolean
}

export async function runImpact(options: ImpactOptions, { note, progress, result }: Output): Promise<void> {
  const { stack, settings, maxEvents, maxBytes, maxSeconds, examples = false } = options
  const local = stack === undefined ? await chosenLocalStack(options, note) : undefined
  const file = settings ?? (stack === undefined ? local?.configFile : join(checkout, `Pulumi.${stack}.yaml`))
  if (file === undefined)
    throw new CliError('INVALID_ARGUMENT', 'Missing settings: pass --stack <name> or --settings <file>.')
  const after = await readSettingsFile(file)
  const before = await readBase(options.base, file)
  demandSound(after)
  const { dataset, region } = parseSettings(after.config) as PlainSettings
  const project = options.project ?? after.config['gcp:project'] ?? ''
  const environment = local ? openLocal(local) : await openEnvironment({ project, dataset, region }, note)
  const until = options.at ?? new Date().toISOString()
  const since = new Date(Date.parse(until) - options.impact).toISOString()
  const sides = await openSides(before, after, new Date(until))
  const question = { since, until, maxEvents, maxBytes, maxSeconds, withExamples: examples }
  try {
    const impact = await measureImpact(environment, sides, question, progress)
    result(impact, impactText(impact))
  } finally {
    await sides.close()
  }
}
