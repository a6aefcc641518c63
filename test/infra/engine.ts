/** Engine: runs infra/index.ts in a process with the SDK's own runner, which the Pulumi CLI starts, and with the local stack's monitor over
 * gRPC. https://github.com/pulumi/pulumi/blob/master/sdk/nodejs/cmd/run/index.ts */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { Server, ServerCredentials, status, type handleUnaryCall } from '@grpc/grpc-js'
import engine from '@pulumi/pulumi/proto/engine_grpc_pb.js'
import type { LogRequest } from '@pulumi/pulumi/proto/engine_pb.js'
import enginePb from '@pulumi/pulumi/proto/engine_pb.js'
import resource from '@pulumi/pulumi/proto/resource_grpc_pb.js'
import type {
  RegisterResourceHookRequest,
  RegisterResourceOutputsRequest,
  RegisterResourceRequest,
  ResourceInvokeRequest,
} from '@pulumi/pulumi/proto/resource_pb.js'
import resourcePb from '@pulumi/pulumi/proto/resource_pb.js'
import type { Graph } from '../../local/pulumi/graph.ts'
import { createMonitor } from '../../local/pulumi/monitor.ts'
import type { RunOptions } from '../../local/pulumi/run_options.ts'
import { features } from '../../local/pulumi/sdk.ts'
import { createHooks } from './hooks.ts'
import { Empty, ofSdk, Struct } from './sdk.ts'

const infra = resolve(import.meta.dirname, '../../infra')

export interface Run {
  /** What the program registered until it ended. */
  graph: Graph
  /** Exit code of the process; 32 means that the error has been printed. */
  code: number
  /** What the CLI would print as errors. */
  errors: readonly string[]
  /** What the process itself printed. */
  printed: string
  /** The called hooks, each with its resource. */
  called: readonly string[]
}

type Options = Omit<RunOptions, 'program'>

/** Runs the program like `pulumi up` or `pulumi preview`. */
export async function runAsPulumi(options: Options): Promise<Run> {
  const monitor = createMonitor({ ...options, program: () => ({}) })
  const hooks = createHooks()
  const errors: string[] = []
  let root = ''

  const nothing: handleUnaryCall<unknown, InstanceType<typeof Empty>> = (_, answer) =>
    answer(null, new Empty())
  const monitorMethods = {
    getDeploymentInfo: unary((_, answer) => {
      const info = new resourcePb.DeploymentInfo()
      info.setProject(options.project)
      info.setStack(options.stack)
      info.setDryrun(options.preview ?? false)
      info.setSupportedfeaturesList(Object.values(features))
      answer(null, info)
    }),
    supportsFeature: unary((_, answer) => {
      answer(null, new resourcePb.SupportsFeatureResponse())
    }),
    registerResourceHook: unary<RegisterResourceHookRequest>(({ request }, answer) => {
      hooks.register(request)
      answer(null, new Empty())
    }),
    registerResource: unary<RegisterResourceRequest>(({ request }, answer) => {
      const register = (): void =>
        monitor.registerResource(request, (error, registered) => {
          if (!registered) return answer(error)
          const response = new resourcePb.RegisterResourceResponse()
          response.setUrn(registered.getUrn())
          response.setId(registered.getId())
          response.setObject(Struct.fromJavaScript(registered.getObject().toJavaScript() as never))
          answer(null, response)
        })
      // A preview creates nothing, so it calls no hook.
      if (options.preview) register()
      else hooks.beforeCreate(request).then(register, answer)
    }),
    invoke: unary<ResourceInvokeRequest>(({ request }, answer) =>
      monitor.invoke(request, (error, answered) => {
        if (!answered) return answer(error)
        const response = new resourcePb.ResourceInvokeResponse()
        response.setReturn(Struct.fromJavaScript(answered.getReturn().toJavaScript() as never))
        answer(null, response)
      }),
    ),
    registerResourceOutputs: unary<RegisterResourceOutputsRequest>((call, answer) =>
      monitor.registerResourceOutputs(call.request, (error) => answer(error, new Empty())),
    ),
    signalAndWaitForShutdown: nothing,
  }
  const engineMethods = {
    log: unary<LogRequest>(({ request }, answer) => {
      if (request.getSeverity() === enginePb.LogSeverity.ERROR) errors.push(request.getMessage())
      answer(null, new Empty())
    }),
    getRootResource: unary((_, answer) => {
      const response = new enginePb.GetRootResourceResponse()
      response.setUrn(root)
      answer(null, response)
    }),
    setRootResource: unary<{ getUrn: () => string }>(({ request }, answer) => {
      root = request.getUrn()
      answer(null, new enginePb.SetRootResourceResponse())
    }),
  }

  const server = new Server()
  server.addService(
    resource.ResourceMonitorService,
    withRest(resource.ResourceMonitorService, monitorMethods),
  )
  server.addService(engine.EngineService, withRest(engine.EngineService, engineMethods))
  const address = await new Promise<string>((listening, failed) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error ? failed(error) : listening(`127.0.0.1:${port}`),
    ),
  )
  const { code, printed } = await languageHost(address, options)
  server.forceShutdown()
  const [failure] = monitor.failures
  if (failure) throw failure
  return { graph: monitor.graph(), code, errors, printed, called: hooks.called }
}

type Handler = handleUnaryCall<unknown, unknown>

function unary<Request>(handle: handleUnaryCall<Request, unknown>): Handler {
  return handle as Handler
}

/** Returns the methods. All other methods of the service, which the program does not need, return an error with their name. */
function withRest(
  service: Readonly<Record<string, { path: string }>>,
  methods: Readonly<Record<string, Handler>>,
): Record<string, Handler> {
  return Object.fromEntries(
    Object.entries(service).map(([name, { path }]) => [
      name,
      methods[name] ??
        ((_, answer) => answer({ code: status.UNIMPLEMENTED, details: `${path} is not emulated` })),
    ]),
  )
}

async function languageHost(
  address: string,
  { project, stack, config, secretKeys, preview = false }: Options,
): Promise<{ code: number; printed: string }> {
  const child = spawn(
    process.execPath,
    [
      ofSdk.resolve('@pulumi/pulumi/cmd/run'),
      '--monitor',
      address,
      '--engine',
      address,
      '--project',
      project,
      '--stack',
      stack,
      '--root-directory',
      join(infra, '..'),
      '--pwd',
      infra,
      '--parallel',
      '16',
      ...(preview ? ['--dry-run'] : []),
      'index.ts',
    ],
    {
      cwd: infra,
      env: {
        ...process.env,
        PULUMI_CONFIG: JSON.stringify(config),
        PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(secretKeys),
        PULUMI_NODEJS_TYPESCRIPT: 'false',
        // The SDK captures a stack trace for each of its promises.
        NODE_OPTIONS: '--stack-trace-limit=0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let printed = ''
  const print = (chunk: Buffer): void => {
    printed += chunk.toString()
  }
  child.stdout.on('data', print)
  child.stderr.on('data', print)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? -1, printed }
}
