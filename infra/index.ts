/** What `pulumi up` runs. Its exports are the stack's outputs. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { RunError } from '@pulumi/pulumi'
import { environments, type FunctionName } from '../schemas/environment.ts'
import { bundleFile, bundleOf } from './naming.ts'
import { program } from './program.ts'

function run() {
  for (const name of Object.keys(environments) as FunctionName[]) {
    const bundle = join(bundleOf(name), bundleFile)
    if (!existsSync(bundle)) throw new Error(`${bundle} is missing: run \`npm run build\` first`)
  }
  return program()
}

/** A RunError is printed as it is. Any other error Pulumi inspects, which takes it a minute and a gigabyte. */
function reported() {
  try {
    return run()
  } catch (error) {
    throw new RunError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

export const {
  baseUrl,
  translatorUrl,
  hookUrl,
  consoleUrl,
  dns,
  dashboardUrl,
  lookerStudioUrl,
  dataset,
  topics,
  functions,
} = reported()
