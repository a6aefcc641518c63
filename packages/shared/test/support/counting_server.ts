/** Test support: a small command that counts its requests in a file of its data directory. */
import { once } from 'node:events'
import { appendFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { runCommand } from '../../src/command.ts'
import { StartError } from '../../src/command_errors.ts'

await runCommand({
  name: 'counting-server',
  summary: 'Counts requests.',
  defaultPort: 8000,
  options: {
    greeting: { value: '<text>', description: 'What it answers.', default: 'hello' },
    failure: { value: '<kind>', description: 'Fails to start.' },
  },
  examples: ['counting-server --greeting hi'],
  async start({ port, dir, values }) {
    if (values.failure === 'bug') throw new TypeError('a bug')
    if (values.failure !== undefined) throw new StartError(`Cannot start: ${values.failure}`)
    const server = createServer((_request, response) => {
      void appendFile(join(dir, 'count'), '.').then(() => response.end(values.greeting))
    })
    await once(server.listen(port, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return {
      status: `Counting server on ${url}`,
      environment: { COUNTING_SERVER: url },
      close: () => new Promise((resolve) => server.close(() => resolve())),
    }
  },
})
