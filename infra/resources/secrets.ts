/** Function: stores the secrets that a function reads as environment variables in Secret Manager. */
import { secretmanager, type types } from '@pulumi/gcp'
import {
  ComponentResource,
  type ComponentResourceOptions,
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
    const { platform, project, region, values, reader } = args
    const child = { parent: this }
    const encrypted =
      platform.key === undefined ? {} : { customerManagedEncryption: { kmsKeyName: platform.key } }
    for (const [key, value] of Object.entries(values)) {
      const id = secretId(key)
      const secret = new secretmanager.Secret(
        id,
        { secretId: id, replication: { userManaged: { replicas: [{ location: region, ...encrypted }] } } },
        { ...child, dependsOn: [...platform.ready] },
      )
      // A new value is a new version, created before the function uses it. The old version stays, for a rollback.
      const version = new secretmanager.SecretVersion(
        id,
        { secret: secret.id, secretData: value, deletionPolicy: 'ABANDON' },
        child,
      )
      const access = new secretmanager.SecretIamMember(
        id,
        { secretId: secret.id, role: 'roles/secretmanager.secretAccessor', member: reader },
        { ...child, hooks: platform.propagation.grant },
      )
      this.variables.push({ key, projectId: project, secret: secret.secretId, version: version.version })
      this.ready.push(access)
    }
    this.registerOutputs({})
  }
}
