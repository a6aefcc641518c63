/** The packages as their users get them: packed, installed in an empty folder, started with one line on Node 20 and Node 24. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BigQuery } from '@google-cloud/bigquery'
import { PubSub } from '@google-cloud/pubsub'
import {
  installPackages,
  isUnreachable,
  linkClients,
  nodeFolder,
  packageFolders,
  runIn,
  startPackage,
  type PackageFolder,
} from './packages/installed.ts'
import { typeErrors } from './packages/types.ts'

process.env['METADATA_SERVER_DETECTION'] = 'none'

type Environment = Readonly<Record<string, string>>

/** One real request to each, with the environment that it printed. */
const requests: Readonly<Record<PackageFolder, (environment: Environment) => Promise<void>>> = {
  async 'bigquery-emulator'({ BIGQUERY_EMULATOR_HOST: apiEndpoint }) {
    const bigquery = new BigQuery({ projectId: 'local-project', apiEndpoint: apiEndpoint! })
    await bigquery.createDataset('shop')
    await bigquery.query('CREATE TABLE shop.orders (id INT64, total NUMERIC)')
    await bigquery
      .dataset('shop')
      .table('orders')
      .insert([{ id: 1, total: '9.5' }])
    const [rows] = await bigquery.query('SELECT id, CAST(total * 2 AS STRING) AS twice FROM shop.orders')
    assert.deepEqual(rows, [{ id: 1, twice: '19' }])
  },
  async 'pubsub-emulator'({ PUBSUB_EMULATOR_HOST: apiEndpoint }) {
    const pubsub = new PubSub({ projectId: 'local-project', apiEndpoint: apiEndpoint!, emulatorMode: true })
    const [topic] = await pubsub.createTopic('orders')
    const [subscription] = await topic.createSubscription('audit')
    const received = new Promise<string>((resolve, reject) => {
      subscription.once('error', reject)
      subscription.once('message', (message) => {
        message.ack()
        resolve(message.data.toString())
      })
    })
    await topic.publishMessage({ data: Buffer.from('one order') })
    assert.equal(await received, 'one order')
    await pubsub.close()
    const overRest = await fetch(`http://${apiEndpoint}/v1/projects/local-project/topics`)
    assert.equal(overRest.status, 200)
  },
  async 'gcp-identity'({ GCE_METADATA_HOST: host }) {
    const account = new URLSearchParams({ account: 'ada@example.com' })
    const issued = await fetch(`http://${host}/token`, { method: 'POST', body: account })
    const { access_token: token } = (await issued.json()) as { access_token: string }
    const info = await fetch(`http://${host}/tokeninfo?access_token=${token}`)
    assert.equal(((await info.json()) as { email: string }).email, 'ada@example.com')
    const email = await fetch(`http://${host}/computeMetadata/v1/instance/service-accounts/default/email`, {
      headers: { 'metadata-flavor': 'Google' },
    })
    assert.equal(await email.text(), 'app@local-project.iam.gserviceaccount.com')
  },
}

/** Programs of users: they compile, but for the line that has a mistake in it. */
const programs: Readonly<Record<PackageFolder, string>> = {
  'bigquery-emulator': `
    import { openBigquery, compactBigquery, type Access, type Bigquery } from 'sluice-bigquery-emulator'
    import { parseScript, type Catalog } from 'sluice-bigquery-emulator/googlesql'
    const bigquery: Bigquery = await openBigquery({ dir: 'data', project: 'p' })
    const port: number = bigquery.url`,
  'pubsub-emulator': `
    import { openPubsub, compactPubsub, type Access, type Pubsub } from 'sluice-pubsub-emulator'
    const pubsub: Pubsub = await openPubsub({ dir: 'data' })
    const port: number = pubsub.host`,
  'gcp-identity': `
    import { createPolicy, openIssuer, serveIdentity, type Grant, type Issuer } from 'sluice-gcp-identity'
    const issuer: Issuer = await openIssuer('identity')
    const token: number = issuer.accessToken('a@example.com')`,
}

interface PackageDescription {
  dependencies?: Readonly<Record<string, string>>
  devDependencies?: Readonly<Record<string, string>>
}

async function readDescription(path: string): Promise<PackageDescription> {
  return JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8')) as PackageDescription
}

function readReadme(folder: PackageFolder): Promise<string> {
  return readFile(new URL(`../packages/${folder}/README.md`, import.meta.url), 'utf8')
}

describe('packages', () => {
  let dir: string
  let installed: Readonly<Record<PackageFolder, string>>

  before(async function () {
    dir = await mkdtemp(join(tmpdir(), 'sluice-packages-'))
    try {
      installed = await installPackages(dir)
    } catch (error) {
      if (!isUnreachable(error)) throw error
      console.log('skipped: the npm registry cannot be reached, so no package can be installed')
      this.skip()
    }
  })
  after(() => rm(dir, { recursive: true, force: true }))

  for (const major of [20, 24])
    describe(`on Node ${major}`, () => {
      let node: string
      before(async () => {
        node = await nodeFolder(major, dir)
      })

      for (const folder of packageFolders)
        it(`npx sluice-${folder} serves a client and stops`, async () => {
          const home = installed[folder]
          const command = [`sluice-${folder}`, '--port', '0']
          const { environment, output, stop } = await startPackage(home, node, command)
          try {
            await requests[folder](environment)
          } finally {
            await stop()
          }
          assert.doesNotMatch(output, /\bundefined\b/)
          const left = (await readdir(home)).filter((name) => name.startsWith('sluice-'))
          assert.deepEqual(left, [], 'the temporary data is removed')
        })
    })

  for (const folder of packageFolders)
    it(`sluice-${folder} brings its types`, async () => {
      assert.deepEqual(await typeErrors(installed[folder], programs[folder]), [
        "Type 'string' is not assignable to type 'number'.",
      ])
    })

  for (const folder of packageFolders) {
    it(`the example in the README of sluice-${folder} prints what it says`, async () => {
      const readme = await readReadme(folder)
      const example = /^```js\n(.*?)^```$/ms.exec(readme)?.[1]
      assert.ok(example, 'the README has an example')
      await linkClients(installed[folder])
      await writeFile(join(installed[folder], 'example.mjs'), example)
      const printed = await runIn(installed[folder], 'example.mjs')
      const expected = [...example.matchAll(/^console\.log\(.*\) \/\/ (.*)$/gm)].map(
        ([, line]) => `${line}\n`,
      )
      assert.equal(printed, expected.join(''))
    })

    it(`the README of sluice-${folder} names its command and every option`, async () => {
      const readme = await readReadme(folder)
      assert.match(readme, new RegExp(`^npx sluice-${folder}\\b`, 'm'))
      const help = await runIn(installed[folder], `node_modules/.bin/sluice-${folder}`, '--help')
      const options = [...help.matchAll(/^ {2}(--\w[\w-]* <\w+>)/gm)].map(([, option]) => option!)
      assert.ok(options.length >= 4)
      for (const option of options) assert.ok(readme.includes(`\`${option}\``), `add ${option}`)
    })
  }

  it('depend on the versions that the repository uses', async () => {
    const { dependencies, devDependencies } = await readDescription('../package.json')
    const versions = { ...dependencies, ...devDependencies }
    for (const folder of [...packageFolders, 'shared']) {
      const described = await readDescription(`../packages/${folder}/package.json`)
      for (const [name, version] of Object.entries({
        ...described.dependencies,
        ...described.devDependencies,
      })) {
        // The undici of the repository needs Node 22.
        if (folder === 'pubsub-emulator' && name === 'undici') continue
        assert.equal(
          version,
          versions[name] ?? version,
          `packages/${folder}/package.json: change ${name} to the version of package.json.`,
        )
      }
    }
  })
})
