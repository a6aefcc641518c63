/** Instances of `forward` whose vendor replaces the refresh token at each exchange, with the embedded BigQuery and Secret Manager between them, and with the
 * rights that `infra/` grants on the secret. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import assert from 'node:assert/strict'
import type { StoredEvent } from '../../functions/bus/stored_message.ts'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import { secretVersions } from '../../functions/google/secret_versions.ts'
import { statementWarehouse } from '../../functions/google/statement.ts'
import { createEgress } from '../../functions/net/egress.ts'
import { leaseOn } from '../../functions/storage/lease.ts'
import { exchangeLeaseMs, rolledTokens } from '../../functions/storage/rolled_tokens.ts'
import { targetOf } from '../../functions/targets/registry.ts'
import { openSecretManager } from '../../local/secret_manager/server.ts'
import type { StoredVersion } from '../../local/secret_manager/stored_versions.ts'
import { serveThirdParty } from '../../local/third_party/server.ts'
import { createPolicy } from '../../packages/gcp-identity/src/index.ts'
import type { Recorded } from '../support/client.ts'
import type { TestWarehouse } from '../support/warehouse.ts'
import { alone } from './fake_third_party.ts'

const app = { ad_account_id: '549755885175', list_id: '643', client_id: '1478', client_secret: 'secret-1' }
export const tokenPath = '/api.pinterest.com/v5/oauth/token'
const secret = 'rolled-token-pins'

/** The tokens as `forward` stores them. */
interface StoredTokens {
  seeds: readonly string[]
  tokens: { refresh_token: string }
}

/** Starts Secret Manager with one secret, on which the function of the warehouse has these roles. */
export function openSecrets(
  dir: string,
  { project, identify, member }: TestWarehouse,
  roles: readonly string[] = ['secretAccessor', 'secretVersionManager'],
) {
  const resource = `projects/${project}/secrets/${secret}`
  const policy = createPolicy(
    roles.map((role) => ({ role: `roles/secretmanager.${role}`, member, resource })),
  )
  const access = { identify, ...policy }
  return openSecretManager({ dir, project, projectNumber: 1, secrets: [secret], access })
}

/** Starts the third party and Secret Manager. `now`: the time of all instances, in ms since 1970. */
export async function startRolledTokens(warehouse: TestWarehouse, now: () => number) {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-secrets-'))
  const thirdParty = await serveThirdParty({ port: 0 })
  let secrets = await openSecrets(dir, warehouse)
  const { project, dataset } = warehouse
  const authorization = () => warehouse.authorization

  /** Starts an instance with this refresh token in its settings. */
  const instance = (refresh_token = 'seed-1') => {
    const env = { ...warehouse.env, SECRET_MANAGER_EMULATOR_HOST: secrets.url }
    const statements = statementWarehouse({
      env,
      project,
      dataset,
      authorization,
      maximumBytesBilled: 100 * 2 ** 20,
    })
    const alerts: string[] = []
    const lease = { scope: 'token/pins', run: randomUUID(), holder: 'forward', leaseMs: exchangeLeaseMs }
    const deliver = createDelivery(
      { id: 'pins' },
      targetOf('pinterest_audience'),
      { ...app, refresh_token },
      {
        now: () => new Date(now()),
        send: createEgress({ THIRD_PARTY_GATEWAY: thirdParty.url }),
        wait: async () => {},
        authorization: () => '',
        dropToken: () => {},
        alert: (message) => alerts.push(message),
        vault: rolledTokens({
          secret,
          versions: secretVersions({ env, project, secret, authorization }),
          lease: leaseOn(statements, lease),
        }),
        ...alone(),
      },
    )
    const outcomes = async (events: readonly StoredEvent[]) =>
      (await Promise.all(events.map((each) => deliver(each)))).map(({ outcome }) => outcome)
    const delivers = async (events: readonly StoredEvent[]): Promise<void> => {
      for (const outcome of await outcomes(events))
        assert.equal(outcome.outcome, 'delivered', JSON.stringify(outcome))
    }
    return { outcomes, delivers, alerts }
  }

  const versions = async () =>
    JSON.parse(await readFile(join(dir, `${secret}.json`), 'utf8')) as readonly StoredVersion[]
  return {
    instance,
    versions,
    thirdPartyUrl: thirdParty.url,
    /** The tokens in the newest version. */
    newestTokens: async () =>
      JSON.parse(Buffer.from((await versions()).at(-1)!.data!, 'base64').toString()) as StoredTokens,
    /** The number of requests for a token. */
    exchanges: async (): Promise<number> => {
      const requests = (await (await fetch(`${thirdParty.url}/requests`)).json()) as readonly Recorded[]
      return requests.filter(({ url }) => url === tokenPath).length
    },
    thirdPartyAnswers: (rule: object) =>
      fetch(`${thirdParty.url}/answer`, { method: 'PUT', body: JSON.stringify(rule) }),
    /** Ends Secret Manager, and starts it again with these roles on the secret unless they are undefined. */
    restartSecrets: async (roles?: readonly string[]): Promise<void> => {
      await secrets.close()
      if (roles) secrets = await openSecrets(dir, warehouse, roles)
    },
    stop: async () => {
      await Promise.all([secrets.close(), thirdParty.close()])
      await rm(dir, { recursive: true })
    },
  }
}
