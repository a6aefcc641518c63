/** Program: the entry point of `pulumi up`. Its exports are the stack's outputs. */
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

/** Rethrows every error as a RunError, which Pulumi prints as it is. Inspecting any other error takes Pulumi a minute and a gigabyte. */
function runOrReport() {
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
  collectUrl,
  consoleUrl,
  dns,
  dashboardUrl,
  lookerStudioUrl,
  dataset,
  topics,
  functions,
} = runOrReport()
