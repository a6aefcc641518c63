/** The gRPC server: the services of the Pub/Sub API over HTTP/2, for the official clients. */
import {
  loadPackageDefinition,
  type Metadata,
  Server,
  type GrpcObject,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServiceClientConstructor,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { fromJSON } from '@grpc/proto-loader'
import type { Access } from '../../../gcp-identity/src/access.ts'
import { authenticate, authorize } from '../authorization.ts'
import type { Broker } from '../broker.ts'
import type { Intake } from '../intake.ts'
import { methods, services } from '../methods/index.ts'
import type { Call } from '../methods/method.ts'
import { protos } from '../protos.ts'
import { guardCalls } from './door.ts'
import { serviceError } from './service_error.ts'
import { streamingPull } from './streaming_pull.ts'

/** Above Pub/Sub's limit, so that a request that is too large gets Pub/Sub's error and not the transport's. */
const largestMessage = 20 * 1024 * 1024

/** Returns the permission checks for a caller. Calls without credentials may do everything: the official clients send none to an emulator. */
export function identify(access: Access, { exists }: Broker, metadata: Metadata, method: string) {
  const [authorization] = metadata.get('authorization')
  const caller = authorization ? authenticate(access, String(authorization), method) : undefined
  return {
    authorize: (requirements: Parameters<typeof authorize>[2]) =>
      caller && authorize(access, caller, requirements, exists),
    allows: (permission: string, resource: string) =>
      !caller || access.allows(caller.email, permission, resource),
  }
}

function unary(broker: Broker, access: Access, { service, name, requires, run }: (typeof methods)[number]) {
  return (call: ServerUnaryCall<object, object>, callback: sendUnaryData<object>): void => {
    const abort = new AbortController()
    call.on('cancelled', () => abort.abort())
    const answer = async (): Promise<object> => {
      const { authorize: check, allows } = identify(access, broker, call.metadata, `${service}.${name}`)
      check(requires(call.request, broker))
      const context: Call = { allows, signal: abort.signal }
      return run(broker, call.request, context)
    }
    void respond(answer(), callback)
  }
}

async function respond(answer: Promise<object>, callback: sendUnaryData<object>): Promise<void> {
  try {
    callback(null, await answer)
  } catch (error) {
    callback(serviceError(error))
  }
}

/** Creates a server for HTTP/2 connections that the caller accepts. It does not listen. */
export function createGrpcServer(broker: Broker, access: Access, intake: Intake): Server {
  const packages = loadPackageDefinition(fromJSON(protos, { longs: Number, enums: String, oneofs: false }))
  const server = new Server({
    'grpc.max_receive_message_length': largestMessage,
    'grpc.max_send_message_length': -1,
    interceptors: [guardCalls(intake)],
  })
  for (const service of services) {
    const implementation: UntypedServiceImplementation = {}
    for (const method of methods)
      if (method.service === service) implementation[method.name] = unary(broker, access, method)
    if (service === 'google.pubsub.v1.Subscriber')
      implementation['StreamingPull'] = streamingPull(broker, access)
    const constructor = service
      .split('.')
      .reduce<GrpcObject[string] | undefined>((scope, name) => (scope as GrpcObject)[name], packages)
    server.addService((constructor as ServiceClientConstructor).service, implementation)
  }
  return server
}
