/** Command line: the options that name the environment a command works on. */
import { Option, type Command } from 'commander'

export interface EnvironmentOptions {
  project?: string
  dataset: string
  region: string
  local?: boolean
  dataDir?: string
}

export function localOption(): Option {
  return new Option('--local', 'use the local stack, also when GOOGLE_CLOUD_PROJECT is set').conflicts(
    'project',
  )
}

export function dataDirOption(): Option {
  return new Option(
    '--data-dir <folder>',
    'data of the local stack (default: SLUICE_DATA_DIR, or .local of the checkout)',
  )
}

/** Without them a command uses the local stack that is running here, or GOOGLE_CLOUD_PROJECT. */
export function addEnvironmentOptions(command: Command): Command {
  return command
    .option('--project <id>', 'Google Cloud project of the environment (default: GOOGLE_CLOUD_PROJECT)')
    .option('--dataset <id>', 'BigQuery dataset of the environment', 'sluice')
    .option('--region <region>', 'region of its functions', 'europe-west1')
    .addOption(localOption())
    .addOption(dataDirOption())
}
