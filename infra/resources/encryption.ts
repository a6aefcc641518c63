/** Platform: grants Google's services the use of the owner's encryption key. Each encrypts with its own service agent.
 * https://cloud.google.com/kms/docs/cmek */
import { kms } from '@pulumi/gcp'
import { ComponentResource, interpolate, type ComponentResourceOptions, type Output } from '@pulumi/pulumi'
import type { Resource } from '@pulumi/pulumi'
import type { GrantPropagation } from './propagation.ts'
import { serviceAgent, type AgentService } from './service_agents.ts'

interface EncryptionArgs {
  project: string
  projectNumber: Output<string>
  /** Pub/Sub's service agent, as an IAM member. */
  pubsubAgent: Output<string>
  /** Full name of the key. */
  key: string
  /** The enabled APIs. */
  apis: readonly Resource[]
  /** Delays every resource that holds data until these grants have propagated. */
  propagation: GrantPropagation
}

export class Encryption extends ComponentResource {
  /** Cloud Functions' service agent, as an IAM member: it creates images in a repository that is encrypted with the key. */
  readonly functionsAgent: Output<string>
  /** The grants that every encrypted resource needs. */
  readonly ready: readonly Resource[]

  constructor(name: string, args: EncryptionArgs, options?: ComponentResourceOptions) {
    super('sluice:index:Encryption', name, {}, options)
    const { project, projectNumber, pubsubAgent, key, apis, propagation } = args
    const child = { parent: this }
    const agentOf = (service: AgentService): Output<string> =>
      serviceAgent(
        `${service}-agent`,
        service,
        { project, projectNumber },
        { ...child, dependsOn: [...apis] },
      )
    const agents = {
      pubsub: pubsubAgent,
      secretmanager: agentOf('secretmanager'),
      artifactregistry: agentOf('artifactregistry'),
      // Both encrypt functions: one the sources, the other the running service. https://cloud.google.com/functions/docs/securing/cmek
      cloudfunctions: agentOf('cloudfunctions'),
      run: agentOf('run'),
      // Google creates these two on request: `bq show --encryption_service_account` and `gcloud storage service-agent`.
      bigquery: interpolate`serviceAccount:bq-${projectNumber}@bigquery-encryption.iam.gserviceaccount.com`,
      storage: interpolate`serviceAccount:service-${projectNumber}@gs-project-accounts.iam.gserviceaccount.com`,
    }
    this.functionsAgent = agents.cloudfunctions
    this.ready = Object.entries(agents).map(
      ([agent, member]) =>
        new kms.CryptoKeyIAMMember(
          `key-${agent}`,
          { cryptoKeyId: key, role: 'roles/cloudkms.cryptoKeyEncrypterDecrypter', member },
          { ...child, hooks: propagation.gate },
        ),
    )
    this.registerOutputs({})
  }
}
