/** Resource names: parses and checks names before a resource is looked up. */
import { invalidArgument } from './errors.ts'

/** https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names */
const namePattern =
  /^projects\/([^/]+)\/(topics|subscriptions|snapshots|schemas)\/((?!goog)[A-Za-z][A-Za-z0-9\-_.~+%]{2,254})$/

/** The topic of a subscription whose topic was deleted. */
export const deletedTopic = '_deleted-topic_'

const collections = ['topics', 'subscriptions', 'snapshots', 'schemas'] as const

/** The collections of a project. */
export type Collection = (typeof collections)[number]

/** The parts of a name: `projects/{project}/{collection}/{id}`. */
export interface ResourceName {
  project: string
  id: string
}

/** Parses a name. Throws INVALID_ARGUMENT if it is not a valid name in the collection. */
export function parseName(name: string | undefined, collection: Collection): ResourceName {
  const match = namePattern.exec(name ?? '')
  if (match?.[2] !== collection) return refuseName(name)
  return { project: match[1] ?? '', id: match[3] ?? '' }
}

function refuseName(name = ''): never {
  throw invalidArgument(
    `Invalid resource name given (name=${name}). Refer to https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names for more information.`,
  )
}

/** Returns the collection of a resource's name, such as `topics`. Throws INVALID_ARGUMENT for a name in no collection. */
export function collectionOf(name: string): Collection {
  const collection = collections.find((candidate) => candidate === name.split('/')[2])
  return collection ?? refuseName(name)
}

/** Returns the part `projects/{project}` of a resource's name. */
export function projectOf(name: string): string {
  return name.split('/', 2).join('/')
}
