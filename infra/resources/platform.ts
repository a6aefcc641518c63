/** Platform: what a bare project needs before the bus, the warehouse and the functions can exist in it. */
import { artifactregistry, projects, serviceaccount, storage } from '@pulumi/gcp'
import { ComponentResource, type ComponentResourceOptions, type Output, type Resource } from '@pulumi/pulumi'
import { Encryption } from './encryption.ts'
import { bucketName, serviceAccountId } from '../naming.ts'
import { GrantPropagation } from './propagation.ts'
import { projectNumberOf, serviceAgent } from './service_agents.ts'

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
  'monitoring',
  'cloudscheduler',
]

export interface PlatformArgs {
  project: string
  region: string
  /** Full name of the owner's key of Cloud KMS; undefined leaves encryption to Google's keys. */
  key: string | undefined
  /** APIs that this environment needs besides those that all need: `compute`. */
  furtherApis: readonly string[]
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
  /** The APIs in use, and the right to use the key; everything else waits for them. */
  readonly ready: readonly Resource[]
  /** Full name of the key that everything which holds data is encrypted with; undefined for Google's keys. */
  readonly key: string | undefined
  /** Number of the project, as Google's own identities bear it. */
  readonly projectNumber: Output<string>
  /** Pub/Sub's own identity, as an IAM member: it signs pushes and moves dead letters. */
  readonly pubsubAgent: Output<string>
  readonly build: Build
  /** What a function is built and started by takes minutes to be known. */
  readonly propagation = new GrantPropagation('functions')
  /** So do roles of our own, which cannot be granted before. */
  readonly rolePropagation = new GrantPropagation('roles')

  constructor(name: string, args: PlatformArgs, options?: ComponentResourceOptions) {
    super('sluice:index:Platform', name, {}, options)
    const { project, region, key, furtherApis } = args
    const child = { parent: this }
    const grant = { ...child, hooks: this.propagation.grant }
    const services = [...apis, ...furtherApis].map(
      (api) =>
        new projects.Service(
          api,
          { project, service: `${api}.googleapis.com`, disableOnDestroy: false },
          child,
        ),
    )

    this.projectNumber = projectNumberOf(project, services, this)
    const place = { project, projectNumber: this.projectNumber }
    this.pubsubAgent = serviceAgent('pubsub-agent', 'pubsub', place, { ...child, dependsOn: services })
    const encryption =
      key === undefined
        ? undefined
        : new Encryption(
            'encryption',
            {
              project,
              projectNumber: this.projectNumber,
              pubsubAgent: this.pubsubAgent,
              key,
              apis: services,
              propagation: this.propagation,
            },
            child,
          )
    this.key = key
    this.ready = [...services, ...(encryption?.ready ?? [])]
    const enabled = { ...child, dependsOn: [...this.ready] }

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
        ...(key !== undefined && { kmsKeyName: key }),
        cleanupPolicies: [
          { id: 'keep-recent', action: 'KEEP', mostRecentVersions: { keepCount: 5 } },
          { id: 'delete-old', action: 'DELETE', condition: { olderThan: '2592000s' } },
        ],
      },
      enabled,
    )
    // Made just before the first grants; the state keeps the time for the updates after.
    images.createTime.apply((createdAt) => this.propagation.noteEnvironment(createdAt))
    const sources = new storage.Bucket(
      'source',
      {
        name: bucketName(project, 'source'),
        location: region,
        uniformBucketLevelAccess: true,
        publicAccessPrevention: 'enforced',
        forceDestroy: true,
        ...(key !== undefined && { encryption: { defaultKmsKeyName: key } }),
      },
      enabled,
    )
    this.build = {
      serviceAccount: builder.name,
      repository: images.id,
      bucket: sources.name,
      ready: [
        new projects.IAMMember(
          'build-logs',
          { project, role: 'roles/logging.logWriter', member: builder.member },
          grant,
        ),
        new projects.IAMMember(
          'build-sources',
          {
            project,
            role: 'roles/storage.objectViewer',
            member: builder.member,
            condition: { title: 'Sources of functions', expression: sources.name.apply(areSources) },
          },
          grant,
        ),
        new artifactregistry.RepositoryIamMember(
          'build-images',
          {
            project,
            location: region,
            repository: images.name,
            role: 'roles/artifactregistry.writer',
            member: builder.member,
          },
          grant,
        ),
        // Where the key is the owner's, Cloud Functions itself must manage the repository of the images.
        // https://cloud.google.com/functions/docs/securing/cmek
        ...(encryption
          ? [
              new artifactregistry.RepositoryIamMember(
                'functions-images',
                {
                  project,
                  location: region,
                  repository: images.name,
                  role: 'roles/artifactregistry.admin',
                  member: encryption.functionsAgent,
                },
                grant,
              ),
            ]
          : []),
      ],
    }
    this.registerOutputs({})
  }
}

/** Cloud Functions copies what it builds from our bucket into one of its own, which does not exist before the first build.
 * https://cloud.google.com/functions/docs/securing/build-custom-sa https://cloud.google.com/iam/docs/conditions-resource-attributes */
function areSources(bucket: string): string {
  return [bucket, 'gcf-v2-sources-']
    .map((prefix) => `resource.name.startsWith('projects/_/buckets/${prefix}')`)
    .join(' || ')
}
