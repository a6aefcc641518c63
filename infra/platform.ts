/** Platform: what a bare project needs before the bus, the warehouse and the functions can exist in it. */
import { artifactregistry, projects, serviceaccount, storage } from '@pulumi/gcp'
import { ComponentResource, type ComponentResourceOptions, type Output, type Resource } from '@pulumi/pulumi'
import { bucketName, serviceAccountId } from './naming.ts'

// serviceusage and cloudresourcemanager must be on before Pulumi can turn on any other; listing them keeps them on.
const apis = [
  'serviceusage',
  'cloudresourcemanager',
  'iam',
  'iamcredentials',
  'pubsub',
  'bigquery',
  'cloudfunctions',
  'run',
  'cloudbuild',
  'artifactregistry',
  'secretmanager',
  'storage',
  'logging',
]

// https://cloud.google.com/functions/docs/securing/build-custom-sa
const buildRoles = ['roles/logging.logWriter', 'roles/artifactregistry.writer', 'roles/storage.objectViewer']

export interface PlatformArgs {
  project: string
  region: string
}

/** What building a function takes. */
export interface Build {
  /** Full name of the service account that builds; the default one has no rights in new projects. */
  serviceAccount: Output<string>
  /** Id of the repository that takes the images. */
  repository: Output<string>
  /** Bucket that takes the sources. */
  bucket: Output<string>
  /** Grants without which a build fails. */
  ready: readonly Resource[]
}

export class Platform extends ComponentResource {
  /** The APIs in use; everything else waits for them. */
  readonly apis: readonly projects.Service[]
  /** Pub/Sub's own identity, as an IAM member: it signs pushes and moves dead letters. */
  readonly pubsubAgent: Output<string>
  readonly build: Build

  constructor(name: string, { project, region }: PlatformArgs, options?: ComponentResourceOptions) {
    super('sluice:index:Platform', name, {}, options)
    const child = { parent: this }
    this.apis = apis.map(
      (api) =>
        new projects.Service(
          api,
          { project, service: `${api}.googleapis.com`, disableOnDestroy: false },
          child,
        ),
    )
    const enabled = { ...child, dependsOn: [...this.apis] }

    // Google makes the identity on first use; a role granted to it before would fail.
    this.pubsubAgent = new projects.ServiceIdentity(
      'pubsub-agent',
      { project, service: 'pubsub.googleapis.com' },
      enabled,
    ).member

    const builder = new serviceaccount.Account(
      'build',
      { accountId: serviceAccountId('build'), displayName: 'Builds the functions' },
      enabled,
    )
    const images = new artifactregistry.Repository(
      'images',
      {
        repositoryId: 'sluice-functions',
        location: region,
        format: 'DOCKER',
        description: 'Images of the functions',
        cleanupPolicies: [
          { id: 'keep-recent', action: 'KEEP', mostRecentVersions: { keepCount: 5 } },
          { id: 'delete-old', action: 'DELETE', condition: { olderThan: '2592000s' } },
        ],
      },
      enabled,
    )
    const sources = new storage.Bucket(
      'source',
      {
        name: bucketName(project, 'source'),
        location: region,
        uniformBucketLevelAccess: true,
        publicAccessPrevention: 'enforced',
        forceDestroy: true,
      },
      enabled,
    )
    this.build = {
      serviceAccount: builder.name,
      repository: images.id,
      bucket: sources.name,
      ready: buildRoles.map(
        (role) => new projects.IAMMember(`build-${role}`, { project, role, member: builder.member }, child),
      ),
    }
    this.registerOutputs({})
  }
}
