/** The front door: the deployed bundle of `ingest` in functions-framework, with the embedded Pub/Sub. */
import { bounds } from './ingest/bounds.ts'
import { catalogue } from './ingest/catalogue.ts'
import { topicNames, type Context } from './ingest/context.ts'
import { deprecation } from './ingest/deprecation.ts'
import { cors } from './ingest/cors.ts'
import { documentation } from './ingest/documentation.ts'
import { drain } from './ingest/drain.ts'
import { errors } from './ingest/errors.ts'
import { fallback } from './ingest/fallback.ts'
import { merges } from './ingest/merges.ts'
import { overloaded } from './ingest/overload.ts'
import { pages } from './ingest/pages.ts'
import { paths } from './ingest/paths.ts'
import { relays } from './ingest/relays.ts'
import { shapes } from './ingest/shapes.ts'
import { sourceRights } from './ingest/source_rights.ts'
import { validation } from './ingest/validation.ts'
import { producer, startBus } from './support/bus.ts'
import { startBusProxy } from './support/bus_proxy.ts'
import { startFrontDoor } from './support/front_door.ts'

describe('the front door', () => {
  let context: Context
  const cleanUp: (() => Promise<void>)[] = []

  before(async () => {
    const bus = await startBus(topicNames)
    cleanUp.push(bus.stop)
    const proxy = await startBusProxy(bus.host)
    cleanUp.push(proxy.stop)
    const door = await startFrontDoor({ bus: proxy.host, identityDir: bus.dir })
    cleanUp.push(door.stop)
    context = { bus, proxy, door, token: bus.issuer.accessToken(producer) }
  })
  afterEach(async () => {
    context.proxy.forget()
    context.proxy.answerWith(undefined)
    for (const topic of topicNames) await context.bus.take(topic)
  })
  after(async () => {
    for (const step of cleanUp.toReversed()) await step()
  })

  const getContext = () => context
  paths(getContext)
  shapes(getContext)
  validation(getContext)
  merges(getContext)
  relays(getContext)
  fallback(getContext)
  sourceRights(getContext)
  catalogue(getContext)
  deprecation(getContext)
  pages(getContext)
  errors(getContext)
  overloaded(getContext)
  bounds(getContext)
  cors(getContext)
  drain(getContext)
  documentation()
})
