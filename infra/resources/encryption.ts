/** Platform: the owner's own key. Google's services encrypt with it in their own names, so each of them must be allowed to use it.
 * https://cloud.google.com/kms/docs/cmek */
import { kms } from '@pulumi/gcp'
import { ComponentResource, interpolate, type ComponentResourceOptions, type Output } from '@pulumi/pulumi'
import type { Resource } from '@pulumi/pulumi'
import type { GrantPropagation } from './propagation.ts'
import { serviceAgent, type AgentService } from './service_agents.ts'

export interface EncryptionArgs {
  project: string
  projectNumber: Output<string>
  /** Pub/Sub's own identity, as an IAM member. */
  pubsubAgent: Output<string>
  /** Full name of the key. */
  key: string
  /** The APIs in use. */
  apis: readonly Resource[]
  /** Everything that holds data waits until these grants are known. */
  propagation: GrantPropagation
}

export class Encryption extends ComponentResource {
  /** Cloud Functions' own identity, as an IAM member: it makes images in a repository that is encrypted with the key. */
  readonly functionsAgent: Output<string>
  /** The grants without which nothing encrypted can be made. */
  readonly ready: readonly Resource[]

  constructor(name: string, args: EncryptionArgs, options?: ComponentResourceOptions) {
    super('sluice:index:Encryption', name, {}, options)
    const { project, projectNumber, pubsubAgent, key, apis, propagation } = args
    const child = { parent: this }
    const identityOf = (service: AgentService): Output<string> =>
      serviceAgent(
        `${service}-agent`,
        service,
        { project, projectNumber },
        { ...child, dependsOn: [...apis] },
      )
    const agents = {
      pubsub: pubsubAgent,
      secretmanager: identityOf('secretmanager'),
      artifactregistry: identityOf('artifactregistry'),
      // Both encrypt functions: what they are built from, and what runs. https://cloud.google.com/functions/docs/securing/cmek
      cloudfunctions: identityOf('cloudfunctions'),
      run: identityOf('run'),
      // These two are made when they are asked for, by `bq show --encryption_service_account` and `gcloud storage service-agent`.
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
