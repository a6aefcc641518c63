/** Test support: runs gcloud commands in one process of gcloud's own code. A process for each would cost a second. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Reads a command from each line. Prints what it prints, then a line with its exit code. */
const program = `
import os, shlex, sys
root, mark = sys.argv[1:]
sys.path[:0] = [root + '/lib/third_party', root + '/lib']
os.dup2(1, 2)
import googlecloudsdk.gcloud_main
cli = googlecloudsdk.gcloud_main.CreateCLI([])
for line in sys.stdin:
    code = 0
    try:
        cli.Execute(shlex.split(line))
    except SystemExit as exit:
        code = exit.code
    sys.stdout.flush()
    sys.stderr.flush()
    print('\\n' + mark + str(code or 0), flush=True)
`
const mark = 'exit code of the command: '

export type GcloudCommand = { args: string } & (
  | {
      /** What it prints, with single spaces. */
      prints: RegExp
      /** The exit code of a command that Google refuses, too. */
      code?: number
    }
  | {
      /** The subject of a refusal: what the emulator does not have. */
      refuses: string
    }
)

export interface GcloudAnswer {
  /** Both standard output and standard error, with single spaces. */
  output: string
  code: number
  ms: number
}

export class GcloudSession {
  readonly #process: ChildProcess
  readonly #lines: AsyncIterator<string>

  private constructor(process: ChildProcess) {
    this.#process = process
    this.#lines = createInterface({ input: process.stdout! })[Symbol.asyncIterator]()
  }

  /** Returns undefined if gcloud is not installed. */
  static async open(env: Record<string, string>, cwd: string): Promise<GcloudSession | undefined> {
    const places = await execute('gcloud', [
      'info',
      '--format=value(basic.python_location,installation.sdk_root)',
    ]).catch(() => undefined)
    const [python, root] = places?.stdout.trim().split('\t') ?? []
    if (!python || !root) return undefined
    return new GcloudSession(spawn(python, ['-S', '-c', program, root, mark], { env, cwd }))
  }

  /** Runs `gcloud pubsub` with the arguments, which are quoted as in a shell. */
  async run(args: string): Promise<GcloudAnswer> {
    const startMs = performance.now()
    this.#process.stdin!.write(`pubsub ${args}\n`)
    const lines: string[] = []
    for (;;) {
      const { value, done } = await this.#lines.next()
      if (done) throw new Error(`gcloud ended: ${lines.join('\n')}`)
      if (value.startsWith(mark))
        return {
          output: lines.join(' ').replaceAll(/\s+/g, ' ').trim(),
          code: Number(value.slice(mark.length)),
          ms: performance.now() - startMs,
        }
      lines.push(value)
    }
  }

  close(): void {
    this.#process.stdin!.end()
  }
}
