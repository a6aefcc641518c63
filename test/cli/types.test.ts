/** `npx sluice types`: writes types of the environment's event types, and notices a file that is out of date. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientOf } from '../support/client.ts'
import { sluice, type CommandResult } from '../support/operate.ts'
import { arrangeDefinition } from '../support/saved_definition.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

describe('npx sluice types', () => {
  describe('--standard', () => {
    let empty: string
    before(async () => {
      empty = await mkdtemp(join(tmpdir(), 'sluice-types-'))
    })
    after(() => rm(empty, { recursive: true }))

    const types = (...args: readonly string[]): Promise<CommandResult> =>
      sluice(['types', '--standard', ...args], { cwd: empty })

    for (const [lang, line] of Object.entries({
      typescript: /^export interface Purchase extends ContextFields \{$/m,
      python: /^class Purchase\(ContextFields, _PurchaseFields\):$/m,
      go: /^type Purchase struct \{$/m,
      markdown: /^## purchase$/m,
    }))
      it(`writes ${lang} without an environment`, async () => {
        const all = await types('--lang', lang)
        assert.equal(all.code, 0, all.stderr)
        assert.match(all.stdout, line)
        const one = await types('login', '--lang', lang)
        assert.doesNotMatch(one.stdout, line)
      })

    it('notices that a file is out of date, or missing', async () => {
      const file = join(empty, 'events.ts')
      const check = () => types('login', '--lang', 'typescript', '--check', file)
      assert.deepEqual(await check(), { code: 1, stdout: `${file} does not exist.\n`, stderr: '' })
      const { stdout } = await types('login', '--lang', 'typescript')
      await writeFile(file, stdout)
      assert.deepEqual(await check(), { code: 0, stdout: `${file} is up to date.\n`, stderr: '' })
      await writeFile(file, `${stdout}// changed\n`)
      assert.deepEqual(await check(), { code: 1, stdout: `${file} is out of date.\n`, stderr: '' })
    })

    it('refuses what it does not know', async () => {
      const mistakes: readonly (readonly [string, readonly string[], number])[] = [
        ['Error: Missing option: --lang <language>. See "npx sluice types --help".\n', [], 2],
        [
          'Error: Event type "logn" is not a standard one. Did you mean login?\n',
          ['logn', '--lang', 'go'],
          3,
        ],
      ]
      for (const [message, args, code] of mistakes)
        assert.deepEqual(await types(...args), { code, stdout: '', stderr: message })
      const { code, stderr } = await types('--lang', 'java')
      assert.equal(code, 2)
      assert.match(stderr, /typescript, python, go, markdown/)
    })
  })

  describe('of an environment', () => {
    let stack: TestStack
    before(async () => {
      stack = await TestStack.start()
      await arrangeDefinition(clientOf(stack.facts), 'event', {
        name: 'article_read',
        version: '1.0',
        description: 'Somebody has read an article.',
        fields: { article_id: { type: 'string', description: 'Id.', example: 'a-1' } },
      })
    })
    after(() => stack?.remove())

    const types = (...args: readonly string[]): Promise<CommandResult> =>
      sluice(['types', '--lang', 'typescript', ...args], { dir: stack.dir })

    it('has what was saved in the console', async () => {
      const text = await until('the front door knows the saved type', async () => {
        const { stdout } = await types()
        return stdout.includes('ArticleRead') && stdout
      })
      assert.match(
        text,
        /export interface ArticleRead extends ContextFields \{\n {2}event_name: "article_read"\n/,
      )
      assert.match(text, /export interface Purchase /)
      const one = await types('article_read', '--json')
      assert.doesNotMatch((JSON.parse(one.stdout) as { text: string }).text, /Purchase/)
    })

    it('answers an unknown name in the words of the front door', async () => {
      const { code, stderr } = await types('article_raed', '--local')
      assert.equal(code, 3)
      assert.equal(stderr, 'Error: Unknown event type "article_raed". Did you mean "article_read"?\n')
    })
  })
})
