/** Policy pack: runs it like the Pulumi engine: in a process, over gRPC.
 * https://github.com/pulumi/pulumi/blob/master/sdk/go/common/resource/plugin/analyzer_plugin.go */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { credentials } from '@grpc/grpc-js'
import analyzer from '@pulumi/pulumi/proto/analyzer_grpc_pb.js'
import analyzerPb from '@pulumi/pulumi/proto/analyzer_pb.js'
import type { AnalyzeDiagnostic, AnalyzerInfo } from '@pulumi/pulumi/proto/analyzer_pb.js'
import type { Graph, Resource } from '../../local/pulumi/graph.ts'
import { Empty, ofSdk, Struct } from './sdk.ts'

const pack = resolve(import.meta.dirname, '../../infra/policy')

export interface Analyzer {
  /** The pack's description. */
  info: () => Promise<AnalyzerInfo.AsObject>
  /** Checks a whole stack, after a preview or an update; with an id, only by this policy. */
  analyzeStack: (graph: Graph, only?: string) => Promise<readonly AnalyzeDiagnostic.AsObject[]>
  stop: () => Promise<void>
}

export async function startAnalyzer(): Promise<Analyzer> {
  // The first argument is the engine's address, which is not used. The engine starts the process in the pack's folder.
  const child = spawn(
    process.execPath,
    [ofSdk.resolve('@pulumi/pulumi/cmd/run-policy-pack'), '127.0.0.1:0', '.', '-typescript=false'],
    { cwd: pack, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [port] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The policy pack ended with ${code}.`)
    }),
  ])) as [string]
  const client = new analyzer.AnalyzerClient(`127.0.0.1:${port}`, credentials.createInsecure(), {
    'grpc.max_send_message_length': -1,
  })
  const info = async () =>
    (await answered<AnalyzerInfo>((answer) => client.getAnalyzerInfo(new Empty(), answer))).toObject()
  return {
    info,
    analyzeStack: async ({ resources }, only) => {
      const configuration = new analyzerPb.ConfigureAnalyzerRequest()
      for (const { name, enforcementlevel } of (await info()).policiesList) {
        const config = new analyzerPb.PolicyConfig()
        config.setProperties(new Struct())
        config.setEnforcementlevel(
          only === undefined || only === name ? enforcementlevel : analyzerPb.EnforcementLevel.DISABLED,
        )
        configuration.getPolicyconfigMap().set(name, config)
      }
      await answered((answer) => client.configure(configuration, answer))
      const request = new analyzerPb.AnalyzeStackRequest()
      request.setResourcesList(resources.map(toAnalyzer))
      const response = await answered<analyzerPb.AnalyzeResponse>((answer) =>
        client.analyzeStack(request, answer),
      )
      return response.getDiagnosticsList().map((diagnostic) => diagnostic.toObject())
    },
    stop: async () => {
      client.close()
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

function answered<Response>(
  ask: (answer: (error: Error | null, response: Response) => void) => void,
): Promise<Response> {
  return new Promise((done, failed) => ask((error, response) => (error ? failed(error) : done(response))))
}

/** Converts a resource to the engine's form: resulting properties instead of inputs, and these options. */
function toAnalyzer(resource: Resource): InstanceType<typeof analyzerPb.AnalyzerResource> {
  const options = new analyzerPb.AnalyzerResourceOptions()
  options.setProtect(resource.protect)
  options.setAdditionalsecretoutputsList([...resource.secrets])
  const message = new analyzerPb.AnalyzerResource()
  message.setUrn(resource.urn)
  message.setType(resource.type)
  message.setName(resource.name)
  message.setParent(resource.parent)
  message.setDependenciesList([...resource.dependencies])
  message.setOptions(options)
  message.setProperties(Struct.fromJavaScript({ ...resource.outputs, id: resource.id }))
  return message
}
