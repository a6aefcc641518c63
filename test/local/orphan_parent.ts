/** Test support, a program: starts the function in the folder of its argument as the local stack does, and sends its port to its parent. */
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { openSocket, portOf, startInstance } from '../../local/functions/instance.ts'

const folder = process.argv[2]!
const socket = await openSocket(0)
const port = portOf(socket)
const orders = {
  identityDir: await mkdtemp(join(folder, 'identity-')),
  audience: 'http://127.0.0.1',
  invokers: ['allUsers'],
}
const spec = { name: 'blocked', entryPoint: 'blocked', source: folder, env: {}, orders }
await startInstance(spec, socket, (line) => process.send?.({ line }))
process.send?.({ port })
