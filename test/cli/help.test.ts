/** The help of `sluice` and its usage errors, which need no stack. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProgram } from '../../cli/program.ts'
import { exitCodeMeanings } from '../../cli/terminal/exit_codes.ts'
import { ProgressLine } from '../../cli/terminal/progress_line.ts'
import { unknownCommands } from '../support/cli_names.ts'
import { sluice } from '../support/operate.ts'

interface ErrorDocument {
  error: { code: number; message: string; status: string }
}

describe('npx sluice', () => {
  let empty: string
  before(async () => {
    empty = await mkdtemp(join(tmpdir(), 'sluice-cli-'))
  })
  after(() => rm(empty, { recursive: true }))

  const program = createProgram()

  it('lists its verbs and exit codes', async () => {
    const { code, stdout } = await sluice(['--help'])
    assert.equal(code, 0)
    for (const verb of program.commands) assert.ok(stdout.includes(`\n  ${verb.name()} `), verb.name())
    for (const [exitCode, meaning] of Object.entries(exitCodeMeanings))
      assert.match(stdout, new RegExp(`^ +${exitCode} {2}${RegExp.escape(meaning)}$`, 'm'))
  })

  it('has the help of each verb, in another folder, too', async () => {
    const helps = await Promise.all(
      program.commands.map((verb) => sluice([verb.name(), '--help'], { cwd: empty })),
    )
    for (const [index, { code, stdout, stderr }] of helps.entries()) {
      const verb = program.commands[index]!
      assert.equal(code, 0, stderr)
      assert.ok(stdout.startsWith(`Usage: npx sluice ${verb.name()} `), stdout)
      assert.match(verb.description(), /^[A-Z].*\.$/)
      assert.match(stdout, new RegExp(`\nExamples:\n(.+\n)*?.*npx sluice ${verb.name()}`))
      assert.match(stdout, / --json /)
      assert.deepEqual(unknownCommands(stdout, program), [])
    }
  })

  it('names the exit codes as docs/operations.md does', async () => {
    const { readFile } = await import('node:fs/promises')
    const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
    for (const code of Object.keys(exitCodeMeanings)) assert.match(page, new RegExp(`^\\| ${code} +\\|`, 'm'))
  })

  const mistakes: Readonly<
    Record<string, readonly [args: readonly string[], code: number, message: RegExp]>
  > = {
    'no verb': [[], 2, /^Usage: npx sluice <verb>/],
    'an unknown verb': [['replya'], 2, /^Error: Unknown command 'replya'\. Did you mean replay\?/],
    'an unknown option': [
      ['runs', '--knd', 'sync'],
      2,
      /^Error: Unknown option '--knd'\. Did you mean --kind\?/,
    ],
    'an argument that is missing': [['pause'], 2, /^Error: Missing required argument 'destination'/],
    'an argument too many': [['pause', 'a', 'b'], 2, /^Error: Too many arguments for 'pause'/],
    'two environments': [['runs', '--local', '--project', 'x'], 2, /cannot be used with option/],
    'no environment': [['runs'], 2, /^Error: Missing project: pass --project <id> or --local/],
    'no local stack': [
      ['runs', '--local'],
      3,
      /^Error: There is no .*stack\.json: no local stack is running/,
    ],
    'an unknown stack': [['graph', '--stack', 'exmple'], 3, /Did you mean example\?/],
    'an amount that is not a number': [['cost', '--events', 'many'], 2, /Expected a number such as 550/],
    'no month to calculate': [
      ['cost'],
      2,
      /^Error: Missing --events <number>, or an environment whose month is read: pass --project/,
    ],
    'a region that no source has': [
      ['cost', '--events', '1M', '--region', 'europe-west33'],
      2,
      /^Error: No source shows the prices of --region europe-west33\. Did you mean europe-west3\? Regions: /,
    ],
    'a port that does not exist': [['start', '--port', '70000'], 2, /Expected a port from 1 to 65532/],
    'settings that do not exist': [
      ['start', '--config', 'nowhere.yaml', '--port', '0'],
      3,
      /nowhere\.yaml does not exist/,
    ],
    'a project without a stack': [
      ['doctor', '--project', 'nobodys'],
      3,
      /^Error: No Pulumi\.<stack>\.yaml has gcp:project: nobodys/,
    ],
    'no event': [['send'], 2, /^Error: No event: pass JSON objects/],
    'no event type': [['send', 'purchase'], 2, /^Error: No event: pass JSON objects/],
    'nobody to erase': [['erase'], 2, /^Error: Missing identity/],
  }
  for (const [mistake, [args, code, message]] of Object.entries(mistakes))
    it(`explains ${mistake} without a stack trace`, async () => {
      const result = await sluice(args, { dir: join(empty, 'data'), cwd: empty })
      assert.equal(result.code, code, result.stderr)
      assert.match(result.stderr.replace(/^Starting: .*\n\n/, ''), message)
      assert.doesNotMatch(result.stderr, /^ +at /m)
      assert.doesNotMatch(result.stdout, /Error/)
    })

  it('explains that nobody is signed in', async () => {
    // No sign-in of this machine, and no look for a metadata server.
    const env = { HOME: empty, GOOGLE_APPLICATION_CREDENTIALS: '', METADATA_SERVER_DETECTION: 'none' }
    for (const args of [['runs'], ['pause', 'crm'], ['requeue'], ['send', 'purchase', '{}']]) {
      const { code, stderr } = await sluice([...args, '--project', 'acme-events'], { env })
      assert.equal(code, 4, stderr)
      assert.match(
        stderr,
        /^Error: Not signed in to Google Cloud\. Run: gcloud auth application-default login$/m,
      )
    }
  })

  it('says that a stack does not answer, and prints the stack trace of the cause only with --debug', async () => {
    const dir = await mkdtemp(join(empty, 'gone-'))
    await writeFile(join(dir, 'stack.json'), JSON.stringify({ baseUrl: 'http://127.0.0.1:1' }))
    const plain = await sluice(['runs'], { dir })
    assert.equal(plain.code, 5)
    assert.match(plain.stderr, /^Error: The local stack of .* does not answer at http:\/\/127\.0\.0\.1:1\./)
    assert.doesNotMatch(plain.stderr, /^ +at /m)
    const debugged = await sluice(['runs', '--debug'], { dir })
    assert.match(debugged.stderr, /^ +at [^]*^Caused by: /m)
  })

  it('prints errors as JSON on stdout with --json', async () => {
    for (const [args, code, status] of [
      [['--json', 'runs'], 2, 'INVALID_ARGUMENT'],
      [['runs', '--knd', 'x', '--json'], 2, 'INVALID_ARGUMENT'],
      [['graph', '--stack', 'nowhere', '--json'], 3, 'NOT_FOUND'],
    ] as const) {
      const result = await sluice(args, { dir: empty })
      const { error } = JSON.parse(result.stdout) as ErrorDocument
      assert.deepEqual([result.code, error.status, result.stderr], [code, status, ''])
      assert.ok(error.message.length > 10)
    }
  })
})

describe('progress', () => {
  const written = (isTTY: boolean): { progress: ProgressLine; text: () => string } => {
    let text = ''
    const write = (chunk: string | Uint8Array): boolean => {
      text += String(chunk)
      return true
    }
    return { progress: new ProgressLine({ isTTY, columns: 30, write }), text: () => text }
  }

  it('is one line that changes on a terminal, and goes before the result', () => {
    const { progress, text } = written(true)
    progress.show('sent 500 events')
    progress.show(`sent 1000 events ${'.'.repeat(50)}`)
    progress.clear()
    assert.equal(text(), `\r\u001B[Ksent 500 events\r\u001B[Ksent 1000 events ${'.'.repeat(12)}\r\u001B[K`)
  })

  it('is plain lines elsewhere, few of them', () => {
    const { progress, text } = written(false)
    for (let n = 0; n < 100; n++) progress.show(`sent ${n} events`)
    progress.clear()
    assert.equal(text(), 'sent 0 events\n')
  })
})
