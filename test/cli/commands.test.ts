/** The commands on a running stack: they find it by themselves, print one JSON document with --json, and exit with a code that says why. */
import assert from 'node:assert/strict'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { StackInfo } from '../../local/stack_info.ts'
import { sluice, type CommandResult } from '../support/operate.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

const secret = `whsec_${Buffer.alloc(24, 'crm').toString('base64')}`

describe('npx sluice on a local stack', () => {
  let stack: TestStack
  before(async () => {
    const crm = {
      target: 'webhook',
      settings: { url: '${thirdPartyUrl}/crm', allow_insecure: true },
      secrets: { secret },
      rules: [{ id: 'all', effect: 'permit', when: 'true' }],
    }
    stack = await TestStack.start({
      'gcp:project': 'sluice-local',
      'sluice:destinations': { crm },
    })
  })
  after(() => stack.remove())

  const run = (...args: readonly string[]): Promise<CommandResult> => sluice(args, { dir: stack.dir })
  /** Runs a command with --json; gives its document, and fails if stdout holds anything else. */
  const json = async (code: number, ...args: readonly string[]): Promise<Record<string, unknown>> => {
    const result = await run(...args, '--json')
    assert.equal(result.code, code, `${args.join(' ')}: ${result.stdout}${result.stderr}`)
    return JSON.parse(result.stdout) as Record<string, unknown>
  }

  describe('finds the stack', () => {
    it('by itself, and says so in one line', async () => {
      const { code, stderr } = await run('runs')
      assert.equal(code, 0)
      assert.equal(
        stderr,
        `Using the local stack at ${stack.facts.baseUrl}. To use a deployed environment, pass --project <id>.\n`,
      )
    })

    it('with --local also when GOOGLE_CLOUD_PROJECT is set', async () => {
      const env = { GOOGLE_CLOUD_PROJECT: 'acme-events' }
      const { code, stderr } = await sluice(['runs', '--local'], { dir: stack.dir, env })
      assert.deepEqual([code, stderr], [0, ''])
    })

    it('with --data-dir, and in .local of the working directory', async () => {
      assert.equal((await sluice(['runs', '--data-dir', stack.dir])).code, 0)
      const home = join(stack.dir, 'home')
      await mkdir(home)
      await symlink(stack.dir, join(home, '.local'))
      assert.equal((await sluice(['runs'], { cwd: home })).code, 0)
    })

    it('not when --project names another environment', async () => {
      const env = { HOME: stack.dir, GOOGLE_APPLICATION_CREDENTIALS: '', METADATA_SERVER_DETECTION: 'none' }
      const { code } = await sluice(['runs', '--project', 'acme-events'], { dir: stack.dir, env })
      assert.equal(code, 4)
    })

    it('with its settings, for doctor', async () => {
      const { stdout, code } = await run('doctor')
      assert.match(stdout, /^sluice-local matches the program: /)
      assert.equal(code, 0)
    })
  })

  describe('prints one JSON document', () => {
    it('of a paused destination, and doctor of the difference, with exit code 1', async () => {
      const subscription = 'projects/sluice-local/subscriptions/forward-crm'
      assert.deepEqual(await json(0, 'pause', 'crm'), { destination: 'crm', subscription, paused: true })
      const { findings, project } = await json(1, 'doctor')
      assert.equal(project, 'sluice-local')
      assert.deepEqual(
        (findings as readonly { what: string }[]).map(({ what }) => what),
        ['subscription forward-crm'],
      )
      assert.deepEqual(await json(0, 'resume', 'crm'), { destination: 'crm', subscription, paused: false })
      assert.deepEqual((await json(0, 'doctor'))['findings'], [])
    })

    it('of a run that it has followed', async () => {
      const period = ['--from', '2026-01-01', '--dry-run']
      const replay = await json(0, 'replay', '--destination', 'crm', ...period)
      assert.deepEqual([replay['kind'], replay['state']], ['replay', 'finished'])
      assert.equal((await json(0, 'reprocess', ...period))['state'], 'finished')
      assert.equal((await json(0, 'reconcile'))['state'], 'finished')
      const erasure = await json(0, 'erase', '--email', 'jane@acme.example', '--dry-run')
      assert.equal(erasure['state'], 'finished')
      assert.doesNotMatch(JSON.stringify(erasure), /jane/)
      const { runs } = await json(0, 'runs')
      assert.deepEqual(
        new Set((runs as readonly { kind: string }[]).map(({ kind }) => kind)),
        new Set(['replay', 'reprocess', 'reconcile', 'erasure']),
      )
      const shown = await json(0, 'runs', String(replay['run_id']))
      assert.equal(shown['run_id'], replay['run_id'])
      assert.equal((await json(0, 'cancel', String(replay['run_id'])))['state'], 'finished')
    })

    it('of a run that it does not follow', async () => {
      const requested = await json(0, 'reconcile', '--no-wait')
      assert.equal(requested['state'], 'requested')
      await until('it has finished', async () => {
        const { stdout } = await run('runs', String(requested['run_id']), '--json')
        return (JSON.parse(stdout) as { state?: string }).state === 'finished'
      })
    })

    it('of a run that fails, with exit code 1', async () => {
      for (const args of [
        ['sync', 'nosuch'],
        ['backtest', 'nosuch'],
      ]) {
        const failed = await json(1, ...args)
        assert.equal(failed['state'], 'failed')
        assert.match(String(failed['reason']), /"nosuch"/)
      }
    })

    it('of what only looks', async () => {
      assert.deepEqual(await json(0, 'requeue'), { dead_letters: 0, requeued: 0, dry_run: false })
      assert.deepEqual(await json(0, 'locks'), { faults: [], written: [] })
      assert.deepEqual((await json(0, 'check'))['problems'], [])
      assert.ok(Number((await json(0, 'cost', '--events', '50M'))['usd']) > 0)
      assert.ok(((await json(0, 'graph'))['resources'] as readonly object[]).length > 50)
      const preview = { diagnostics: [{ severity: 'error', message: 'sluice:edge is unknown' }] }
      const plan = await sluice(['plan', '--json'], { input: JSON.stringify(preview) })
      assert.equal(plan.code, 1)
      assert.deepEqual(JSON.parse(plan.stdout), {
        chapters: [{ title: 'The program fails', lines: ['sluice:edge is unknown'] }],
      })
      const never = ['sign-url', 'crm_import', '--base', 'https://events.acme.example', '--never', '--json']
      const signed = JSON.parse((await sluice(never, { input: secret })).stdout) as {
        url: string
        expires: null
      }
      assert.match(signed.url, /\/v1\/hooks\/crm_import\?expires=never&signature=/)
      assert.equal(signed.expires, null)
    })

    it('of what the stack is, when it is started with --json', async () => {
      const config = stack.facts.configFile
      await stack.stop()
      const compacted = await json(0, 'compact')
      assert.deepEqual(compacted, { directory: stack.dir, compacted: true })
      assert.equal((await run('runs')).code, 2)
      const args = ['start', '--json', '--port', '0', '--data-dir', stack.dir, '--config', config]
      const { code, stdout } = await sluice(args, {
        onOutput: async (child) => {
          assert.equal((await run('runs')).code, 0)
          child.kill('SIGINT')
        },
      })
      assert.equal(code, 0)
      assert.equal((JSON.parse(stdout) as StackInfo).configFile, config)
      await stack.start()
      const { error } = (await json(5, 'compact')) as { error?: { message: string } }
      assert.match(error!.message, /^Another stack uses /)
    })
  })

  it('prints no warning about the stack that it only draws', async () => {
    for (const args of [['graph'], ['locks'], ['cost', '--events', '1M']])
      assert.equal((await run(...args)).stderr, '')
  })

  it('names the destinations when one does not exist', async () => {
    for (const verb of ['pause', 'resume']) {
      const { code, stderr } = await run(verb, 'crn')
      assert.equal(code, 3)
      assert.match(
        stderr,
        /^Error: Destination "crn" does not exist in sluice-local\. Did you mean crm\? Destinations: crm\.$/m,
      )
    }
    assert.equal((await run('replay', '--destination', 'crn', '--from', '2026-01-01')).code, 3)
    assert.equal((await run('runs', '404')).code, 3)
  })
})
