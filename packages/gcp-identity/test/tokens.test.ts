/** Identity: tokens, their expiration and verification, keys and the access policy. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openIssuer, type Issuer } from '../src/issuer.ts'
import { createPolicy } from '../src/policy.ts'

const project = 'projects/shop'
const store = 'store@shop.iam.gserviceaccount.com'
const audience = 'https://store.example'
const cloudPlatform = 'https://www.googleapis.com/auth/cloud-platform'

describe('identity', () => {
  let dir: string
  let issuer: Issuer

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'identity-'))
    issuer = await openIssuer(dir)
  })
  after(() => rm(dir, { recursive: true }))

  describe('access tokens', () => {
    it('identify the caller and its scopes', () => {
      const token = issuer.accessToken(store, { scopes: ['https://www.googleapis.com/auth/pubsub'] })
      assert.match(token, /^ya29\./)
      const caller = issuer.identify(token)
      assert.equal(caller?.email, store)
      assert.deepEqual(caller.scopes, ['https://www.googleapis.com/auth/pubsub'])
      assert.deepEqual(issuer.identify(issuer.accessToken(store))?.scopes, [cloudPlatform])
    })

    it('survive a restart and are invalid for another issuer', async () => {
      const token = issuer.accessToken(store)
      assert.equal((await openIssuer(dir)).identify(token)?.email, store)
      const other = await openIssuer(join(dir, 'other'))
      assert.equal(other.identify(token), undefined)
    })

    it('expire, even if they were used before', async () => {
      let now = 1_000_000
      const clocked = await openIssuer(dir, () => now)
      const token = clocked.accessToken(store, { lifetimeSeconds: 60 })
      now += 59_000
      assert.equal(clocked.identify(token)?.expiresAt, 1_060_000)
      now += 1_000
      assert.equal(clocked.identify(token), undefined)
    })

    it('are refused if a single character differs or they are malformed', () => {
      const token = issuer.accessToken(store)
      for (let at = 0; at < token.length; at++) {
        const forged = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
        if (forged !== token) assert.equal(issuer.identify(forged), undefined, `position ${at}`)
      }
      for (const garbage of [
        '',
        'ya29.',
        'ya29..',
        'ya29.e30.',
        'ya29.e30',
        '.',
        'null',
        `${token}=`,
        ` ${token}`,
      ]) {
        assert.equal(issuer.identify(garbage), undefined, JSON.stringify(garbage))
      }
    })
  })

  describe('keys', () => {
    it('are in a file that only its owner can read', async () => {
      assert.equal((await stat(join(dir, 'issuer.json'))).mode & 0o777, 0o600)
    })

    it('are the same for concurrent openers', async () => {
      const shared = join(dir, 'shared')
      const issuers = await Promise.all([openIssuer(shared), openIssuer(shared), openIssuer(shared)])
      const token = issuers[0].accessToken(store)
      for (const each of issuers) assert.equal(each.identify(token)?.email, store)
    })

    it('that are damaged fail the start with an error that names the file and leaks no key', async () => {
      const damaged = join(dir, 'damaged')
      await openIssuer(damaged)
      const path = join(damaged, 'issuer.json')
      await writeFile(path, (await readFile(path, 'utf8')).slice(0, 200))
      await assert.rejects(openIssuer(damaged), (error: Error) => {
        assert.match(error.message, /issuer\.json: expected JSON with privateKeyPem and accessTokenSecret/)
        assert.doesNotMatch(error.message, /PRIVATE KEY/)
        return true
      })
    })
  })

  describe('ID tokens', () => {
    it('are valid only for their audience', () => {
      const token = issuer.idToken(store, audience)
      assert.deepEqual(issuer.verifyIdToken(token, audience), { email: store })
      assert.equal(issuer.verifyIdToken(token, 'https://forward.example'), undefined)
      assert.equal(issuer.verifyIdToken(`${token.slice(0, -5)}AAAAA`, audience), undefined)
      assert.equal(issuer.verifyIdToken('a.b.c', audience), undefined)
    })

    it('without a signature or under another algorithm are refused', () => {
      const [, payload = ''] = issuer.idToken(store, audience).split('.')
      const encode = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url')
      assert.equal(issuer.verifyIdToken(`${encode({ alg: 'none' })}.${payload}.`, audience), undefined)
      assert.equal(issuer.verifyIdToken(`${encode({ alg: 'HS256' })}.${payload}.AAAA`, audience), undefined)
    })

    it('are reused for 50 minutes and valid for 60', async () => {
      let now = 1_000_000_000_000
      const clocked = await openIssuer(dir, () => now)
      const first = clocked.idToken(store, audience)
      now += 49 * 60_000
      assert.equal(clocked.idToken(store, audience), first)
      assert.notEqual(clocked.idToken(store, 'https://other.example'), first)
      now += 2 * 60_000
      assert.notEqual(clocked.idToken(store, audience), first)
      assert.deepEqual(clocked.verifyIdToken(first, audience), { email: store })
      now += 9 * 60_000
      assert.equal(clocked.verifyIdToken(first, audience), undefined)
    })
  })

  describe('policy', () => {
    const topic = `${project}/topics/stored`
    const table = `${project}/datasets/sluice/tables/events`
    const policy = createPolicy([
      { role: 'roles/pubsub.publisher', member: `serviceAccount:${store}`, resource: topic },
      {
        role: 'roles/bigquery.dataEditor',
        member: `serviceAccount:${store}`,
        resource: `${project}/datasets/sluice`,
      },
      { role: 'READER', member: 'user:Ada@Example.com', resource: `${project}/datasets/sluice` },
      { role: 'roles/bigquery.jobUser', member: 'user:ada@example.com', resource: project },
      { role: 'roles/run.invoker', member: 'allUsers', resource: `${project}/locations/eu/services/ingest` },
      { role: 'roles/pubsub.viewer', member: 'allAuthenticatedUsers', resource: `${project}/topics/open` },
      { role: 'roles/pubsub.admin', member: 'group:crew@example.com', resource: project },
      { role: 'roles/owner', member: 'user:dev@example.com', resource: project },
      { role: 'roles/editor', member: 'user:editor@example.com', resource: project },
    ])

    const cases: [allowed: boolean, email: string, permission: string, resource: string][] = [
      [true, store, 'pubsub.topics.publish', topic],
      [false, store, 'pubsub.topics.publish', `${topic}-other`],
      [false, store, 'pubsub.topics.publish', project],
      [false, store, 'pubsub.topics.delete', topic],
      [false, 'forward@shop.iam.gserviceaccount.com', 'pubsub.topics.publish', topic],
      [true, store, 'bigquery.tables.updateData', table],
      [true, store, 'bigquery.tables.create', `${project}/datasets/sluice`],
      [false, store, 'bigquery.tables.setIamPolicy', table],
      [false, store, 'bigquery.tables.getData', `${project}/datasets/sluice2/tables/events`],
      [true, 'ada@example.com', 'bigquery.tables.getData', table],
      [true, 'ADA@example.com', 'bigquery.jobs.create', project],
      [false, 'ada@example.com', 'bigquery.tables.updateData', table],
      [false, 'ada@example.com', 'bigquery.jobs.create', 'projects/shop2'],
      [true, '', 'run.routes.invoke', `${project}/locations/eu/services/ingest`],
      [false, '', 'pubsub.topics.get', `${project}/topics/open`],
      [true, 'anyone@example.com', 'pubsub.topics.get', `${project}/topics/open`],
      [false, 'crew@example.com', 'pubsub.topics.get', topic],
      [true, 'dev@example.com', 'secretmanager.versions.access', `${project}/secrets/s/versions/1`],
      [true, 'editor@example.com', 'pubsub.topics.create', project],
      [false, 'editor@example.com', 'secretmanager.versions.access', `${project}/secrets/s/versions/1`],
      [false, 'editor@example.com', 'pubsub.topics.setIamPolicy', topic],
    ]
    for (const [allowed, email, permission, resource] of cases) {
      it(`${allowed ? 'allows' : 'refuses'} ${email || 'a stranger'} ${permission} on ${resource}`, () => {
        assert.equal(policy.allows(email, permission, resource), allowed)
      })
    }

    it('refuses unknown roles, members and resources', () => {
      const good = { role: 'roles/pubsub.publisher', member: `serviceAccount:${store}`, resource: topic }
      assert.throws(
        () => createPolicy([{ ...good, role: 'roles/pubsub.publsher' }]),
        /grant of roles\/pubsub\.publsher to serviceAccount:store@.* on projects\/shop\/topics\/stored: unknown role/,
      )
      assert.throws(() => createPolicy([{ ...good, role: 'constructor' }]), /unknown role/)
      assert.throws(() => createPolicy([{ ...good, member: store }]), /expected a member like .* got "store@/)
      assert.throws(
        () => createPolicy([{ ...good, resource: 'stored' }]),
        /expected a resource .* got "stored"/,
      )
    })
  })
})
