/** The policy pack as the Pulumi engine runs it: a process of its own, asked over gRPC.
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
  /** What the pack says of itself. */
  info: () => Promise<AnalyzerInfo.AsObject>
  /** What it finds in a whole stack, after a preview or an update; with an id, by this one policy, the others disabled. */
  analyzeStack: (graph: Graph, only?: string) => Promise<readonly AnalyzeDiagnostic.AsObject[]>
  stop: () => Promise<void>
}

export async function startAnalyzer(): Promise<Analyzer> {
  // The engine's address comes first and is not used; the folder is the pack's, where the engine starts the process.
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
      request.setResourcesList(resources.map(told))
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

/** What the engine tells of a resource: what it is or will be, not what the program asked for, and of the options these. */
function told(resource: Resource): InstanceType<typeof analyzerPb.AnalyzerResource> {
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
