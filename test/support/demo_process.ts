/** Test support: runs a demo in a process of its own, on free ports. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StackInfo } from '../../local/stack_info.ts'
import { repositoryRoot } from './sources.ts'
import { until } from './until.ts'

export class DemoProcess {
  readonly #child: ChildProcess
  readonly #dir: string
  #output = ''

  private constructor(dir: string, days: number, more: readonly string[]) {
    this.#dir = dir
    const command = [join(repositoryRoot, 'cli/index.ts'), 'demo', '--data-dir', dir, '--days', String(days)]
    this.#child = spawn(process.execPath, [...command, ...more], {
      env: { ...process.env, SLUICE_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const keep = (chunk: Buffer): void => void (this.#output += chunk.toString())
    this.#child.stdout!.on('data', keep)
    this.#child.stderr!.on('data', keep)
  }

  /** Starts a demo with a history of some days, and resolves once it is loaded. `more`: further options. */
  static async start(dir: string, days: number, more: readonly string[] = []): Promise<DemoProcess> {
    const demo = new DemoProcess(dir, days, more)
    await until('the demo runs', async () => {
      if (demo.#child.exitCode !== null) throw new Error(`The demo has ended:\n${demo.#output}`)
      return demo.#output.includes('The demo runs')
    })
    return demo
  }

  /** What stack.json says. */
  async facts(): Promise<StackInfo> {
    return JSON.parse(await readFile(join(this.#dir, 'stack.json'), 'utf8')) as StackInfo
  }

  /** What it has printed so far. */
  get output(): string {
    return this.#output
  }

  /** Ends it as Ctrl-C does. Returns its exit code. */
  async end(): Promise<number | null> {
    if (this.#child.exitCode !== null) return this.#child.exitCode
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGINT')
    await ended
    return this.#child.exitCode
  }
}
