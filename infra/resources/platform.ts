/** Platform: prepares a bare project: APIs, encryption, and the build of functions. */
import { artifactregistry, projects, serviceaccount, storage } from '@pulumi/gcp'
import { ComponentResource, type ComponentResourceOptions, type Output, type Resource } from '@pulumi/pulumi'
import { Encryption } from './encryption.ts'
import { bucketName, serviceAccountId } from '../naming.ts'
import { GrantPropagation } from './propagation.ts'
import { projectNumberOf, serviceAgent } from './service_agents.ts'

// Pulumi needs serviceusage and cloudresourcemanager to enable the others. They are listed so that they stay enabled.
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

interface PlatformArgs {
  project: string
  region: string
  /** Full name of the owner's Cloud KMS key. Default: Google's keys. */
  key: string | undefined
  /** Further APIs that this environment needs, such as `compute`. */
  furtherApis: readonly string[]
}

/** Resources with which Cloud Build builds a function. */
interface Build {
  /** Full name of the service account of builds. The default account has no permissions in new projects. */
  serviceAccount: Output<string>
  /** Id of the repository of the images. */
  repository: Output<string>
  /** Bucket of the sources. */
  bucket: Output<string>
  /** Grants that a build needs. */
  ready: readonly Resource[]
}

export class Platform extends ComponentResource {
  /** The enabled APIs and the grants on the key. Every other resource waits for them. */
  readonly ready: readonly Resource[]
  /** Full name of the key that encrypts all data; undefined for Google's keys. */
  readonly key: string | undefined
  /** Number of the project, which is part of the names of Google's service agents. */
  readonly projectNumber: Output<string>
  /** Pub/Sub's service agent, as an IAM member: it signs pushes and moves dead letters. */
  readonly pubsubAgent: Output<string>
  readonly build: Build
  /** Waits for the grants that functions are built and started with; they take minutes to propagate. */
  readonly propagation = new GrantPropagation('functions')
  /** Waits for custom roles, which cannot be granted before they have propagated. */
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
    // The repository is created just before the first grants, and the state keeps its creation time.
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
            condition: { title: 'Sources of functions', expression: sources.name.apply(sourcesCondition) },
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
        // With the owner's key, Cloud Functions itself must manage the repository of the images.
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

/** Returns the IAM condition for our bucket and for Cloud Functions' own, to which it copies the sources at the first build.
 * https://cloud.google.com/functions/docs/securing/build-custom-sa https://cloud.google.com/iam/docs/conditions-resource-attributes */
function sourcesCondition(bucket: string): string {
  return [bucket, 'gcf-v2-sources-']
    .map((prefix) => `resource.name.startsWith('projects/_/buckets/${prefix}')`)
    .join(' || ')
}
