/** Function: stores the secrets that a function reads as environment variables in Secret Manager, and makes those that it keeps itself. */
import { secretmanager, type types } from '@pulumi/gcp'
import {
  ComponentResource,
  type ComponentResourceOptions,
  type CustomResourceOptions,
  type Input,
  type Output,
  type Resource,
} from '@pulumi/pulumi'
import { secretId } from '../naming.ts'
import type { Platform } from './platform.ts'

type SecretVariable = types.input.cloudfunctionsv2.FunctionServiceConfigSecretEnvironmentVariable

interface SecretsArgs {
  platform: Platform
  project: string
  region: string
  /** Environment variable → its secret value. */
  values: Readonly<Record<string, Output<string>>>
  /** Ids of the secrets whose versions the function itself writes. */
  kept: readonly string[]
  /** IAM member that can read them. */
  reader: Input<string>
}

export class Secrets extends ComponentResource {
  /** The secret environment variables for the function's configuration: secret and version of each. */
  readonly variables: SecretVariable[] = []
  /** Grants that must exist before the function is deployed; without them it does not start. */
  readonly ready: Resource[] = []

  constructor(name: string, args: SecretsArgs, options?: ComponentResourceOptions) {
    super('sluice:index:Secrets', name, {}, options)
    const { platform, project, region, values, kept, reader } = args
    const child = { parent: this }
    const encrypted =
      platform.key === undefined ? {} : { customerManagedEncryption: { kmsKeyName: platform.key } }
    const declare = (id: string, options?: CustomResourceOptions) =>
      new secretmanager.Secret(
        id,
        { secretId: id, replication: { userManaged: { replicas: [{ location: region, ...encrypted }] } } },
        { ...child, dependsOn: [...platform.ready], ...options },
      )
    const grant = (name: string, secret: secretmanager.Secret, role: string): Resource =>
      new secretmanager.SecretIamMember(
        name,
        { secretId: secret.id, role: `roles/secretmanager.${role}`, member: reader },
        { ...child, hooks: platform.propagation.grant },
      )
    for (const [key, value] of Object.entries(values)) {
      const id = secretId(key)
      const secret = declare(id)
      // A new value is a new version, created before the function uses it. The old version stays, for a rollback.
      const version = new secretmanager.SecretVersion(
        id,
        { secret: secret.id, secretData: value, deletionPolicy: 'ABANDON' },
        child,
      )
      this.variables.push({ key, projectId: project, secret: secret.secretId, version: version.version })
      this.ready.push(grant(id, secret, 'secretAccessor'))
    }
    // The program adds no version to them, so no deployment can bring back an old one. A replacement would lose what the function wrote.
    for (const id of kept) {
      const secret = declare(id, { ignoreChanges: ['replication'] })
      this.ready.push(
        grant(id, secret, 'secretAccessor'),
        grant(`${id}-versions`, secret, 'secretVersionManager'),
      )
    }
    this.registerOutputs({})
  }
}
