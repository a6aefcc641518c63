/** Test support: runs a local stack in a process of its own, as `npm start` does, on free ports. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StackInfo } from '../../local/stack_info.ts'
import { accountSettings } from './roles.ts'
import { until } from './until.ts'

const program = fileURLToPath(new URL('../../cli/index.ts', import.meta.url))

const settingsFile = 'Pulumi.test.yaml'

/** A stack that a test can start, kill and restart with the same data. */
export class TestStack {
  readonly dir: string
  #child: ChildProcess | undefined
  #facts: StackInfo | undefined
  #output = ''

  readonly #env: Readonly<Record<string, string>>

  readonly #command: readonly string[]

  private constructor(dir: string, env: Readonly<Record<string, string>>, command: readonly string[]) {
    this.dir = dir
    this.#env = env
    this.#command = command
  }

  /** Starts a stack with an empty data folder. `config` has settings as under `config` of Pulumi.<stack>.yaml; missing accounts are those of
   * `npm start`. `env` has additional environment variables.
   * `command` replaces the arguments of Node. The default starts no run by its schedule, so that only tests start runs. */
  static async start(
    config?: Readonly<Record<string, unknown>>,
    env: Readonly<Record<string, string>> = {},
    command: readonly string[] = [program, 'start', '--no-schedules'],
  ): Promise<TestStack> {
    const dir = await mkdtemp(join(tmpdir(), 'sluice-test-'))
    const settings = config && { SLUICE_CONFIG: join(dir, settingsFile) }
    const stack = new TestStack(dir, { ...settings, ...env }, command)
    if (config) await stack.configure(config)
    await stack.start()
    return stack
  }

  /** Sets the settings for the next start of a stack that was started with `config`. */
  async configure(config: Readonly<Record<string, unknown>>): Promise<void> {
    const text = JSON.stringify({ config: { ...(await accountSettings()), ...config } })
    await writeFile(join(this.dir, settingsFile), text)
  }

  /** The content of stack.json. Throws if the stack is not running. */
  get facts(): StackInfo {
    if (!this.#facts) throw new Error('The stack is not running.')
    return this.#facts
  }

  /** The complete lines of the output so far. */
  get lines(): readonly string[] {
    return this.#output.split('\n').slice(0, -1)
  }

  /** The output of the stack so far. */
  get output(): string {
    return this.#output
  }

  get pid(): number {
    return this.#child!.pid!
  }

  /** False if it has ended, by itself too. */
  get isRunning(): boolean {
    return this.#child!.exitCode === null && this.#child!.signalCode === null
  }

  async start(): Promise<void> {
    await rm(join(this.dir, 'stack.json'), { force: true })
    const child = spawn(process.execPath, this.#command, {
      env: { ...process.env, SLUICE_PORT: '0', SLUICE_DATA_DIR: this.dir, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    const print = (chunk: Buffer): void => {
      this.#output += chunk.toString()
    }
    child.stdout.on('data', print)
    child.stderr.on('data', print)
    await until('the stack runs', async () => {
      if (child.exitCode !== null)
        throw new Error(`The stack exited with ${child.exitCode}:\n${this.#output}`)
      const text = await readFile(join(this.dir, 'stack.json'), 'utf8').catch(() => undefined)
      this.#facts = text === undefined ? undefined : (JSON.parse(text) as StackInfo)
      return this.#facts !== undefined
    })
  }

  /** Kills it at once, like a power failure. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Stops it as Ctrl+C does. Returns its exit code. */
  async stop(): Promise<number | null> {
    await this.#end('SIGINT')
    return this.#child!.exitCode
  }

  /** Kills it and removes its data. */
  async remove(): Promise<void> {
    await this.#end('SIGKILL')
    await rm(this.dir, { recursive: true, force: true })
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child!
    this.#facts = undefined
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}
