/** Hooks: calls them like the Pulumi engine, over gRPC, before it creates a resource that binds one.
 * https://github.com/pulumi/pulumi/blob/master/proto/pulumi/callback.proto */
import { credentials } from '@grpc/grpc-js'
import callbackGrpc from '@pulumi/pulumi/proto/callback_grpc_pb.js'
import callbackPb, { type Callback } from '@pulumi/pulumi/proto/callback_pb.js'
import type {
  RegisterResourceHookRequest,
  RegisterResourceRequest,
} from '@pulumi/pulumi/proto/resource_pb.js'
import resourcePb from '@pulumi/pulumi/proto/resource_pb.js'

export interface Hooks {
  register(request: RegisterResourceHookRequest): void
  /** Calls the hooks before a creation. Rejects with the error of a hook, with which the step would fail. */
  beforeCreate(request: RegisterResourceRequest): Promise<void>
  /** The calls: hook and resource. */
  called: readonly string[]
}

export function createHooks(): Hooks {
  const callbacks = new Map<string, Callback>()
  const called: string[] = []
  return {
    called,
    register: (request) => {
      const callback = request.getCallback()
      if (callback) callbacks.set(request.getName(), callback)
    },
    beforeCreate: async (request) => {
      for (const name of request.getHooks()?.getBeforeCreateList() ?? []) {
        const callback = callbacks.get(name)
        if (!callback) throw new Error(`${request.getName()} binds the hook ${name}, which is not registered`)
        await call(callback, request)
        called.push(`${name} ${request.getName()}`)
      }
    },
  }
}

function call(callback: Callback, resource: RegisterResourceRequest): Promise<void> {
  const hook = new resourcePb.ResourceHookRequest()
  hook.setName(resource.getName())
  hook.setType(resource.getType())
  const request = new callbackPb.CallbackInvokeRequest()
  request.setToken(callback.getToken())
  request.setRequest(hook.serializeBinary())
  const client = new callbackGrpc.CallbacksClient(callback.getTarget(), credentials.createInsecure())
  return new Promise((done, failed) =>
    client.invoke(request, (error, response) => {
      client.close()
      if (error) return failed(error)
      const { error: fault } = resourcePb.ResourceHookResponse.deserializeBinary(
        response.getResponse_asU8(),
      ).toObject()
      if (fault) failed(new Error(fault))
      else done()
    }),
  )
}
