/** Local stack: types the internals of the Pulumi SDK that its engine uses.
 * https://github.com/pulumi/pulumi/blob/master/proto/pulumi/resource.proto */
import { createRequire } from 'node:module'
import type {
  RegisterResourceOutputsRequest,
  RegisterResourceRequest,
  ResourceInvokeRequest,
} from '@pulumi/pulumi/proto/resource_pb.js'

export type { RegisterResourceOutputsRequest, RegisterResourceRequest }

/** Callback with the engine's response, as in gRPC for Node. */
type Respond<Response> = (error: Error | null, response?: Response) => void

/** An object that converts to a plain value, like google.protobuf.Struct. */
export interface StructLike {
  toJavaScript(): Record<string, unknown>
}

/** The getters of RegisterResourceResponse that the SDK reads. */
interface RegisterResourceResponse {
  getUrn(): string
  getId(): string
  getObject(): StructLike
  getPropertydependenciesMap(): undefined
  /** 0 is success. */
  getResult(): 0
  getUnknown(): false
}

/** The getters of ResourceInvokeResponse that the SDK reads. */
interface ResourceInvokeResponse {
  getReturn(): StructLike
  getFailuresList(): readonly []
}

/** The methods of ResourceMonitor that a program without transforms calls. */
export interface Monitor {
  getDeploymentInfo(request: unknown, respond: Respond<{ getSupportedfeaturesList(): number[] }>): void
  registerResource(request: RegisterResourceRequest, respond: Respond<RegisterResourceResponse>): void
  invoke(request: ResourceInvokeRequest, respond: Respond<ResourceInvokeResponse>): void
  registerResourceOutputs(request: RegisterResourceOutputsRequest, respond: Respond<object>): void
  close(): void
}

/** Values of the enum ResourceMonitorFeature. */
export const features = {
  secrets: 0,
  resourceReferences: 1,
  outputValues: 2,
  aliasSpecs: 3,
  deletedWith: 5,
  replaceWith: 6,
  resourceHooks: 10,
}

/** Callbacks from the engine into the program, as typed by the SDK. */
interface Callbacks {
  registerResourceHook(hook: unknown): Promise<void>
  awaitStackRegistrations(): Promise<void>
  shutdown(): void
}

const state = createRequire(import.meta.url)('@pulumi/pulumi/runtime/state.js') as {
  withLocalStorage<Result>(this: void, run: () => Result): Result
  getStore(this: void): { callbacks: Callbacks | undefined }
}

/** Runs a function with separate SDK state, so that several programs can run in one process. */
export const isolated = state.withLocalStorage

/** Accepts the hooks of the program and calls none: they wait for Google. It also replaces the server that the SDK would start for the engine's
 * calls. */
export function ignoreHooks(): void {
  state.getStore().callbacks = {
    registerResourceHook: async () => {},
    awaitStackRegistrations: async () => {},
    shutdown: () => {},
  }
}
