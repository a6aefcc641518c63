/** Resource names: parses and checks names before a resource is looked up. */
import { invalidArgument } from './errors.ts'

/** https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names */
const namePattern = /^projects\/([^/]+)\/(topics|subscriptions)\/((?!goog)[A-Za-z][A-Za-z0-9\-_.~+%]{2,254})$/

/** The topic of a subscription whose topic was deleted. */
export const deletedTopic = '_deleted-topic_'

/** The parts of a name: `projects/{project}/{collection}/{id}`. */
export interface ResourceName {
  project: string
  id: string
}

/** Parses a name. Throws INVALID_ARGUMENT if it is not a valid name in the collection. */
export function parseName(name: string | undefined, collection: 'topics' | 'subscriptions'): ResourceName {
  const match = namePattern.exec(name ?? '')
  if (match?.[2] !== collection)
    throw invalidArgument(
      `Invalid resource name given (name=${name ?? ''}). Refer to https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names for more information.`,
    )
  return { project: match[1] ?? '', id: match[3] ?? '' }
}

/** Returns the part `projects/{project}` of a resource's name. */
export function projectOf(name: string): string {
  return name.split('/', 2).join('/')
}
