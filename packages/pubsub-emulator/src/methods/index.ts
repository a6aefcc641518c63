/** The services of the Pub/Sub API and their methods. */
import { definition, type MethodDefinition } from '../protos.ts'
import { unimplemented } from '../errors.ts'
import { iam } from './iam.ts'
import { method, type Method } from './method.ts'
import { publisher } from './publisher.ts'
import { schemas } from './schemas.ts'
import { subscriber } from './subscriber.ts'

/** A unary method with its definition. */
export interface ServedMethod extends Method {
  service: string
  name: string
  definition: MethodDefinition
}

const served: Record<string, Record<string, Method>> = {
  'google.pubsub.v1.Publisher': publisher,
  'google.pubsub.v1.Subscriber': subscriber,
  'google.pubsub.v1.SchemaService': schemas,
  'google.iam.v1.IAMPolicy': iam,
}

function missing(name: string): Method {
  return method(
    () => [],
    () => {
      throw unimplemented(`${name} is`)
    },
  )
}

/** All unary methods of all services. Methods without an implementation answer UNIMPLEMENTED. */
export const methods: readonly ServedMethod[] = Object.entries(served).flatMap(([service, implemented]) =>
  Object.entries(definition(service)?.methods ?? {})
    .filter(([, { requestStream }]) => !requestStream)
    .map(([name, methodDefinition]) => ({
      service,
      name,
      definition: methodDefinition,
      ...(implemented[name] ?? missing(name)),
    })),
)

export const services: readonly string[] = Object.keys(served)
