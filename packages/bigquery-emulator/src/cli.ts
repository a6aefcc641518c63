#!/usr/bin/env node
/** `sluice-bigquery-emulator`: starts the BigQuery emulator on a port. */
import { accessOf, accessOptions } from '../../gcp-identity/src/access_options.ts'
import { runCommand } from '../../shared/src/command.ts'
import { openBigquery } from './index.ts'

await runCommand({
  name: 'sluice-bigquery-emulator',
  summary: 'Starts a BigQuery emulator: the REST API of BigQuery over one DuckDB file.',
  defaultPort: 9050,
  options: {
    project: {
      value: '<id>',
      description: 'Project of table names without a project.',
      default: 'local-project',
    },
    ...accessOptions,
  },
  examples: [
    'npx sluice-bigquery-emulator',
    'npx sluice-bigquery-emulator --port 9060 --project my-project --data-dir ./bigquery-data',
    'npx sluice-bigquery-emulator --identity-dir ./identity --grants ./grants.json',
  ],
  async start({ port, dir, values }) {
    const project = values.project!
    const { url, close } = await openBigquery({
      dir,
      port,
      project,
      access: await accessOf(values),
      storage: process.env['STORAGE_EMULATOR_HOST'],
    })
    return {
      status: `BigQuery emulator of project ${project} on ${url}`,
      environment: { BIGQUERY_EMULATOR_HOST: url },
      close,
    }
  },
})
