/** Local stack: the doors of the Pulumi SDK through which its own engine comes in, typed where the SDK's declarations are silent.
 * https://github.com/pulumi/pulumi/blob/master/proto/pulumi/resource.proto */
import { createRequire } from 'node:module'
import type {
  RegisterResourceOutputsRequest,
  RegisterResourceRequest,
  ResourceInvokeRequest,
} from '@pulumi/pulumi/proto/resource_pb.js'

export type { RegisterResourceOutputsRequest, RegisterResourceRequest }

/** How the engine answers, as gRPC for Node does it. */
export type Respond<Response> = (error: Error | null, response?: Response) => void

/** Anything that yields its plain value, as google.protobuf.Struct does. */
export interface StructLike {
  toJavaScript(): Record<string, unknown>
}

/** The getters of RegisterResourceResponse that the SDK reads. */
export interface RegisterResourceResponse {
  getUrn(): string
  getId(): string
  getObject(): StructLike
  getPropertydependenciesMap(): undefined
  /** 0 is success. */
  getResult(): 0
  getUnknown(): false
}

/** The getters of ResourceInvokeResponse that the SDK reads. */
export interface ResourceInvokeResponse {
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

/** What of a program the engine can call back, as the SDK sees it. */
interface Callbacks {
  registerResourceHook(hook: unknown): Promise<void>
  awaitStackRegistrations(): Promise<void>
  shutdown(): void
}

const state = createRequire(import.meta.url)('@pulumi/pulumi/runtime/state.js') as {
  withLocalStorage<Result>(this: void, run: () => Result): Result
  getStore(this: void): { callbacks: Callbacks | undefined }
}

/** Runs with SDK state of its own, so that several programs can run in one process. */
export const isolated = state.withLocalStorage

/** Takes the hooks of the program and calls none: they wait for Google, and here is nobody to wait for. The SDK would start a server for
 * the engine to call, which this one has no need of, being in the same process. */
export function takeHooks(): void {
  state.getStore().callbacks = {
    registerResourceHook: async () => {},
    awaitStackRegistrations: async () => {},
    shutdown: () => {},
  }
}
