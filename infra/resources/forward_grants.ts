/** Grants: what `forward` needs beside its subscriptions. */
import type { Resource } from '@pulumi/pulumi'
import { rolledTokenSecret } from '../../schemas/destination.ts'
import { shipped, type Declarations } from '../settings/declarations.ts'
import type { Settings } from '../settings/index.ts'
import { grantJobUser, grantRowWriter, grantTableReader, mayAppend } from './access.ts'
import type { FunctionResource } from './function.ts'
import type { WarehouseResources } from './warehouse.ts'

type Destinations = Settings['destinations']

/** Returns the ids of the secrets in which `forward` keeps the refresh tokens of vendors that replace them. */
export function rolledTokenSecrets(
  destinations: Destinations,
  { targets }: Pick<Declarations, 'targets'> = shipped,
): readonly string[] {
  return destinations.flatMap(({ destination: { id, target }, secrets }) =>
    targets[target]?.oauth?.rolls && secrets['refresh_token'] ? [rolledTokenSecret(id)] : [],
  )
}

/** Grants what `forward` needs of the warehouse. `tokens`: the secrets of `rolledTokenSecrets`. */
export function grantForward(
  forward: FunctionResource,
  warehouse: WarehouseResources,
  { project, destinations }: Pick<Settings, 'project' | 'destinations'>,
  tokens: readonly string[],
): readonly Resource[] {
  const child = { parent: forward }
  const hasRates = destinations.some(({ destination }) => destination.requests_per_second !== undefined)
  return [
    grantRowWriter(forward, 'deliveries', warehouse, child),
    grantTableReader(forward, 'suppressions', warehouse.tables.suppressions, child),
    mayAppend(forward, warehouse, child),
    // Its instances share the rate of a destination by statements on one table, and exchange a refresh token in turn by those on another.
    ...(hasRates ? [grantRowWriter(forward, 'senders', warehouse, child)] : []),
    ...(tokens.length > 0 ? [grantRowWriter(forward, 'leases', warehouse, child)] : []),
    ...(hasRates || tokens.length > 0 ? [grantJobUser(forward, project, child)] : []),
  ]
}
