/** Local stack: the doors of the Pulumi SDK through which its own engine comes in, typed where the SDK's declarations are silent.
 * https://github.com/pulumi/pulumi/blob/master/proto/pulumi/resource.proto */
import { createRequire } from 'node:module'
import type {
  RegisterResourceOutputsRequest,
  RegisterResourceRequest,
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

/** The methods of ResourceMonitor that a program without data sources, transforms and hooks calls. */
export interface Monitor {
  getDeploymentInfo(request: unknown, respond: Respond<{ getSupportedfeaturesList(): number[] }>): void
  registerResource(request: RegisterResourceRequest, respond: Respond<RegisterResourceResponse>): void
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
}

const state = createRequire(import.meta.url)('@pulumi/pulumi/runtime/state.js') as {
  withLocalStorage<Result>(this: void, run: () => Result): Result
}

/** Runs with SDK state of its own, so that several programs can run in one process. */
export const isolated = state.withLocalStorage
