/** SQL lint: runs the analyzer's server as a child process, with a gRPC client. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  credentials,
  loadPackageDefinition,
  type Client,
  type GrpcObject,
  type ServiceClientConstructor,
  type ServiceError,
} from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { unrefChild } from '../support/unref_child.ts'
import type { Installation } from './install.ts'

export interface Server {
  /** Calls a method of `zetasql.local_service.ZetaSqlLocalService`. Rejects with the gRPC error. */
  call: <Answer>(method: string, request: object) => Promise<Answer>
  stop: () => Promise<void>
}

type Method = (
  request: object,
  options: { deadline: number },
  callback: (error: ServiceError | null, answer: unknown) => void,
) => void

const startTimeoutMs = 60_000
/** Timeout in ms: the analyzer hangs on some statements. */
const callTimeoutMs = 60_000

/** Runs the server below a shell that kills it and removes its socket when standard input ends, which also happens if this process is
 *  killed. */
const supervisor = `
  exec 3<&0
  "$0" "unix:$1/socket" 0 3<&- &
  server=$!
  exec 2>/dev/null
  { read -r _ <&3; kill -9 "$server"; } &
  guard=$!
  wait "$server"
  kill "$guard"
  rm -rf "$1"
`

/** Starts the server on a Unix socket, because it cannot report the port that it got for port 0. */
export async function startServer({ server, protos }: Installation): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-gsql-'))
  const child = spawn('/bin/sh', ['-c', supervisor, server, directory], { stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  const output = collect(child)
  unrefChild(child)
  const client = openClient(protos, `unix:${directory}/socket:0`)
  await Promise.race([
    ready(client),
    ended.then(() => {
      throw new Error(`Google's SQL analyzer ended at its start: ${output()}`)
    }),
  ])
  return {
    call: (method, request) => call(client, method, request),
    stop: async () => {
      client.close()
      child.ref()
      child.stdin.end()
      await ended
    },
  }
}

function collect(child: ChildProcess): () => string {
  let output = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  return () => output.trim()
}

function openClient(protos: string, address: string): Client {
  const definition = loadSync('local_service.proto', { includeDirs: [protos], enums: String, longs: Number })
  const { zetasql } = loadPackageDefinition(definition) as { zetasql: GrpcObject }
  const service = zetasql['local_service'] as GrpcObject
  const Service = service['ZetaSqlLocalService'] as ServiceClientConstructor
  return new Service(address, credentials.createInsecure(), {
    'grpc.max_receive_message_length': -1,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 500,
  })
}

function ready(client: Client): Promise<void> {
  return new Promise((resolve, reject) => {
    client.waitForReady(Date.now() + startTimeoutMs, (error) => (error ? reject(error) : resolve()))
  })
}

function call<Answer>(client: Client, method: string, request: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { deadline: Date.now() + callTimeoutMs }
    const send = (client as unknown as Record<string, Method>)[method]!
    send.call(client, request, options, (error, answer) =>
      error ? reject(error) : resolve(answer as Answer),
    )
  })
}
