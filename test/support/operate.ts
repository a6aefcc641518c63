/** Tests: the command `sluice` in a process of its own, on the local stack of a folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../cli/index.ts', import.meta.url))

export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

export interface CommandOptions {
  /** Data of the local stack. */
  dir?: string
  env?: NodeJS.ProcessEnv
  /** What stdin has. */
  input?: string
  /** Working directory. */
  cwd?: string
  /** Called once the command prints something on stdout. */
  onOutput?: (child: ChildProcess) => Promise<void>
  /** Called with each piece of text on stderr. */
  onStderr?: (text: string, child: ChildProcess) => void
}

/** Runs `sluice` with these arguments; resolves when it has ended, whatever its exit code. No project is named, unless `env` names one. */
export async function sluice(
  args: readonly string[],
  { dir, env, input = '', cwd, onOutput, onStderr }: CommandOptions = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      GOOGLE_CLOUD_PROJECT: '',
      ...(dir !== undefined && { SLUICE_DATA_DIR: dir }),
      ...env,
    },
    ...(cwd !== undefined && { cwd }),
  })
  if (onOutput) child.stdout.once('data', () => void onOutput(child))
  if (onStderr) child.stderr.on('data', (chunk: Buffer) => onStderr(chunk.toString(), child))
  // A command that needs no input may end before it is written.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stdout, stderr }
}

/** Runs a verb on the stack whose data are in `dir`, and gives what it prints. Rejects with the result when it exits with another code
 * than 0. */
export async function operate(dir: string, verb: string, ...args: readonly string[]): Promise<string> {
  const result = await sluice([verb, ...args], { dir })
  if (result.code === 0) return result.stdout.trim()
  throw Object.assign(new Error(`${verb} exited with ${result.code}: ${result.stderr}`), result)
}
