/** Front door: declares the function `ingest`: producers → ingest → the event's topic. It publishes with the caller's token; its own account only
 * reads definitions. */
import type { Settings } from '../settings/index.ts'
import { grantTableReader } from './access.ts'
import type { Bus } from './bus.ts'
import { FunctionResource } from './function.ts'
import { sourcesEnvironment } from './sources.ts'
import type { WarehouseResources } from './warehouse.ts'

type FunctionArgs = ConstructorParameters<typeof FunctionResource<'ingest'>>[1]

interface IngestArgs {
  settings: Pick<Settings, 'sources'>
  bus: Bus
  warehouse: WarehouseResources
  /** Environment variables of every function that producers call. */
  environment: Omit<FunctionArgs['environment'], 'TOPICS' | 'SOURCES'>
}

export function declareIngest(
  place: Omit<FunctionArgs, 'environment' | 'secrets'>,
  { settings, bus, warehouse, environment }: IngestArgs,
): FunctionResource<'ingest'> {
  const ingest = new FunctionResource('ingest', {
    ...place,
    environment: {
      ...environment,
      TOPICS: [...bus.publicTopics.keys()].join(','),
      ...sourcesEnvironment(settings),
    },
  })
  grantTableReader(ingest, 'definitions', warehouse.tables.definitions, { parent: ingest })
  return ingest
}
