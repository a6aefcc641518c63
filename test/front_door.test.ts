/** The front door: the deployed bundle of `ingest` behind functions-framework, before the embedded Pub/Sub. */
import { bounds } from './front_door/bounds.ts'
import { topicNames, type Context } from './front_door/context.ts'
import { cors } from './front_door/cors.ts'
import { documentation } from './front_door/documentation.ts'
import { drain } from './front_door/drain.ts'
import { errors } from './front_door/errors.ts'
import { fallback } from './front_door/fallback.ts'
import { merges } from './front_door/merges.ts'
import { paths } from './front_door/paths.ts'
import { relays } from './front_door/relays.ts'
import { shapes } from './front_door/shapes.ts'
import { validation } from './front_door/validation.ts'
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

  const told = () => context
  paths(told)
  shapes(told)
  validation(told)
  merges(told)
  relays(told)
  fallback(told)
  errors(told)
  bounds(told)
  cors(told)
  drain(told)
  documentation()
})
