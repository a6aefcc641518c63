/** Test support: runs `bq` commands in one `bq shell`. A process for each would cost more than a second. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { promisify } from 'node:util'
import { project } from './server.ts'

const execute = promisify(execFile)

export type BqCommand = { args: string } & (
  | {
      /** What it prints, with single spaces. */
      prints: RegExp
    }
  | {
      /** What the emulator does not have, as it calls it. */
      refuses: string
    }
)

const prompt = `${project}> `

export class BqSession {
  readonly #process: ChildProcess
  #output = ''
  #wake: () => void = () => {}

  private constructor(process: ChildProcess) {
    this.#process = process
    const take = (data: Buffer): void => {
      this.#output += data.toString()
      this.#wake()
    }
    process.stdout?.on('data', take)
    process.stderr?.on('data', take)
    process.on('exit', () => this.#wake())
  }

  /** Returns undefined if `bq` is not installed. `home` is the folder of the configuration and of the files that commands name. */
  static async open(url: string, home: string): Promise<BqSession | undefined> {
    const isInstalled = await execute('sh', ['-c', 'command -v bq']).then(
      () => true,
      () => false,
    )
    if (!isInstalled) return undefined
    const session = new BqSession(
      spawn('bq', [...bqFlags(url), '--format=json', 'shell'], { env: bqEnvironment(home), cwd: home }),
    )
    await session.#untilPrompt()
    return session
  }

  /** Runs a command whose arguments are quoted as in a shell. Returns what it prints, and the time it took. */
  async run(args: string): Promise<{ output: string; ms: number }> {
    this.#output = ''
    const startMs = performance.now()
    this.#process.stdin!.write(`${args}\n`)
    const output = await this.#untilPrompt()
    return { output: output.replaceAll(/\s+/g, ' ').trim(), ms: performance.now() - startMs }
  }

  async #untilPrompt(): Promise<string> {
    while (!this.#output.endsWith(prompt)) {
      if (this.#process.exitCode !== null) throw new Error(`bq shell ended: ${this.#output}`)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return this.#output.slice(0, -prompt.length)
  }

  close(): void {
    this.#process.stdin!.end('exit\n')
  }
}

export function bqFlags(url: string): string[] {
  return ['--api', url, `--project_id=${project}`, '--oauth_access_token=owner', '--headless', '--quiet']
}

export function bqEnvironment(home: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: home, CLOUDSDK_CONFIG: home }
}
