/** Test support: runs an operator's command on a local stack. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Runs a command of infra/operate on the stack whose data is in `dir`. Returns its output. */
export async function operate(dir: string, file: string, ...args: readonly string[]): Promise<string> {
  const program = fileURLToPath(new URL(`../../infra/operate/${file}.ts`, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--local'], {
    env: { ...process.env, SLUICE_DATA_DIR: dir },
  })
  return stdout.trim()
}
