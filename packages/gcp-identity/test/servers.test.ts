/** Identity: Application Default Credentials without a cloud, and tokens over HTTP. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { OAuth2Client } from 'google-auth-library'
import { openIssuer, type Issuer } from '../src/issuer.ts'
import { serveMetadata, type MetadataServer } from '../src/metadata_server.ts'
import { createTokenEndpoint } from '../src/token_endpoint.ts'

const store = 'store@shop.iam.gserviceaccount.com'
const audience = 'https://store.example'
const cloudPlatform = 'https://www.googleapis.com/auth/cloud-platform'

async function jsonOf(response: Response): Promise<Record<string, unknown>> {
  return JSON.parse(await response.text())
}

describe('identity', () => {
  let dir: string
  let issuer: Issuer

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'identity-'))
    issuer = await openIssuer(dir)
  })
  after(() => rm(dir, { recursive: true }))

  describe('metadata server', () => {
    let metadata: MetadataServer

    before(async () => {
      metadata = await serveMetadata({ issuer, project: 'shop', projectNumber: 4711, email: store, port: 0 })
    })
    after(() => metadata.close())

    /** Runs a program as a local function runs: with only the given environment variables. */
    async function run(program: string, env: Record<string, string>): Promise<Record<string, string>> {
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
        env,
      })
      return JSON.parse(stdout)
    }
    const get = (path: string, headers: Record<string, string> = { 'metadata-flavor': 'Google' }) =>
      fetch(`http://${metadata.host}/computeMetadata/v1/${path}`, { headers })

    it('provides Application Default Credentials with an access token, a project and an ID token, without other settings', async () => {
      const program = `
        import { GoogleAuth } from 'google-auth-library'
        const auth = new GoogleAuth({ scopes: ['${cloudPlatform}'] })
        const client = await auth.getIdTokenClient('${audience}')
        const headers = new Headers(await client.getRequestHeaders())
        console.log(JSON.stringify({
          accessToken: await auth.getAccessToken(),
          project: await auth.getProjectId(),
          universe: await auth.getUniverseDomain(),
          email: (await auth.getCredentials()).client_email,
          idToken: headers.get('authorization').slice('Bearer '.length),
        }))`
      const { accessToken, idToken, ...rest } = await run(program, { GCE_METADATA_HOST: metadata.host })
      assert.ok(accessToken && idToken)
      assert.equal(issuer.identify(accessToken)?.email, store)
      assert.deepEqual(issuer.verifyIdToken(idToken, audience), { email: store })
      assert.deepEqual(rest, { project: 'shop', universe: 'googleapis.com', email: store })
    })

    it('provides the identity of a child process even if the developer’s credentials are present', async () => {
      const home = join(dir, 'home')
      const credentials = join(home, '.config', 'gcloud', 'application_default_credentials.json')
      await mkdir(dirname(credentials), { recursive: true })
      const own = { type: 'authorized_user', client_id: 'i', client_secret: 's', refresh_token: 'r' }
      await writeFile(credentials, JSON.stringify(own))
      const program = `
        import { GoogleAuth } from 'google-auth-library'
        const auth = new GoogleAuth({ scopes: ['${cloudPlatform}'] })
        console.log(JSON.stringify({ accessToken: await auth.getAccessToken() }))`
      const developers = {
        HOME: home,
        GOOGLE_APPLICATION_CREDENTIALS: credentials,
        CLOUDSDK_CONFIG: dirname(credentials),
      }
      const { accessToken = '' } = await run(program, { ...developers, ...metadata.environment })
      assert.equal(issuer.identify(accessToken)?.email, store)
    })

    it('answers the paths of the metadata server', async () => {
      const account = 'instance/service-accounts'
      assert.equal(await (await get(`${account}/default/email`)).text(), store)
      assert.equal(await (await get(`${account}/${store}/email`)).text(), store)
      assert.equal(await (await get('project/project-id')).text(), 'shop')
      assert.equal(await (await get('project/numeric-project-id')).text(), '4711')
      const { access_token, ...rest } = await jsonOf(await get(`${account}/default/token?scopes=a,b`))
      assert.deepEqual(issuer.identify(String(access_token))?.scopes, ['a', 'b'])
      assert.deepEqual(rest, { expires_in: 3600, token_type: 'Bearer' })
      const instance = await get('instance')
      assert.equal(instance.status, 200)
      assert.equal(instance.headers.get('metadata-flavor'), 'Google')
    })

    it('returns only its own identity and requires an audience', async () => {
      assert.equal((await get('instance/service-accounts/forward@shop.example/token')).status, 404)
      assert.equal((await get('instance/service-accounts/default/identity')).status, 400)
      assert.equal((await get('universe/universe-domain')).status, 404)
    })

    it('refuses requests that could come from a web page or a proxy', async () => {
      const token = 'instance/service-accounts/default/token'
      assert.equal((await get(token, {})).status, 403)
      assert.equal(
        (await get(token, { 'metadata-flavor': 'Google', 'x-forwarded-for': '10.0.0.1' })).status,
        403,
      )
    })
  })

  describe('token endpoint', () => {
    let url: string
    let close: () => void

    before(async () => {
      const endpoint = createTokenEndpoint({ issuer, isKnownAccount: (email) => email === store })
      const server = createServer((request, response) => {
        if (!endpoint(request, response)) response.writeHead(404).end('elsewhere')
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const address = server.address()
      assert.ok(address && typeof address === 'object')
      url = `http://127.0.0.1:${address.port}`
      close = () => server.close().closeAllConnections()
    })
    after(() => close())

    const post = (form: Record<string, string>) =>
      fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams(form) })

    it('issues tokens for known accounts', async () => {
      const response = await post({ account: store, scope: 'a b', lifetime: '60', audience })
      assert.equal(response.headers.get('cache-control'), 'no-store')
      const { access_token, id_token, ...rest } = await jsonOf(response)
      assert.deepEqual(issuer.identify(String(access_token))?.scopes, ['a', 'b'])
      assert.deepEqual(issuer.verifyIdToken(String(id_token), audience), { email: store })
      assert.deepEqual(rest, { expires_in: 60, scope: 'a b', token_type: 'Bearer' })
    })

    const refusals: [form: Record<string, string>, error: string, description: RegExp][] = [
      [{}, 'invalid_request', /Missing required parameter: account/],
      [{ account: 'mallory@example.com' }, 'invalid_grant', /account not found/],
      [{ account: store, lifetime: '0' }, 'invalid_request', /lifetime: expected 1 to 43200 whole seconds/],
      [{ account: store, lifetime: 'long' }, 'invalid_request', /lifetime/],
    ]
    for (const [form, error, description] of refusals) {
      it(`refuses ${JSON.stringify(form)} with ${error}`, async () => {
        const response = await post(form)
        const body = await jsonOf(response)
        assert.equal(response.status, 400)
        assert.equal(body.error, error)
        assert.match(String(body.error_description), description)
      })
    }

    it('serves Google’s client: token information and verification of ID tokens', async () => {
      const client = new OAuth2Client({
        endpoints: { tokenInfoUrl: `${url}/tokeninfo`, oauth2FederatedSignonPemCertsUrl: `${url}/certs` },
      })
      const info = await client.getTokenInfo(issuer.accessToken(store))
      assert.equal(info.email, store)
      assert.deepEqual(info.scopes, [cloudPlatform])
      const ticket = await client.verifyIdToken({ idToken: issuer.idToken(store, audience), audience })
      assert.equal(ticket.getPayload()?.email, store)
      assert.equal(ticket.getPayload()?.email_verified, true)
    })

    it('answers an invalid token as Google does, and ignores other paths and methods', async () => {
      const response = await fetch(`${url}/tokeninfo?access_token=ya29.nothing`)
      assert.equal(response.status, 400)
      assert.deepEqual(await response.json(), { error: 'invalid_token', error_description: 'Invalid Value' })
      assert.equal(await (await fetch(`${url}/elsewhere`)).text(), 'elsewhere')
      assert.equal((await fetch(`${url}/token`)).status, 405)
    })
  })
})
