#!/usr/bin/env node
/** `sluice-gcp-identity`: starts the token endpoint and the metadata server on a port. */
import { runCommand } from '../../shared/src/command.ts'
import { UsageError } from '../../shared/src/command_errors.ts'
import { serveIdentity } from './server.ts'

await runCommand({
  name: 'sluice-gcp-identity',
  summary:
    'Starts a metadata server, which gives one service account to Google client libraries, and a token endpoint for any account.',
  defaultPort: 8090,
  options: {
    project: { value: '<id>', description: 'Project of the metadata server.', default: 'local-project' },
    account: {
      value: '<email>',
      description: 'Service account of the metadata server. Default: app@<project>.iam.gserviceaccount.com.',
    },
  },
  examples: [
    'npx sluice-gcp-identity --data-dir ./identity',
    'npx sluice-gcp-identity --port 8091 --project my-project --account app@my-project.iam.gserviceaccount.com',
    'curl http://127.0.0.1:8090/token -d account=ada@example.com',
  ],
  async start({ port, dir, values }) {
    const project = values.project!
    const account = values.account ?? `app@${project}.iam.gserviceaccount.com`
    if (!/^[^@\s]+@[^@\s]+$/.test(account))
      throw new UsageError(`Invalid --account "${account}": expected an address such as app@example.com.`)
    const { url, environment, close } = await serveIdentity({ dir, port, project, account })
    return { status: `Identity server of ${account} on ${url}`, environment, close }
  },
})
