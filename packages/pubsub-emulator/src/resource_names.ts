/** Resource names: what may be called what, checked before a name is looked up. */
import { invalidArgument } from './errors.ts'

/** https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names */
const namePattern = /^projects\/([^/]+)\/(topics|subscriptions)\/((?!goog)[A-Za-z][A-Za-z0-9\-_.~+%]{2,254})$/

/** What a subscription's topic is called once that topic is deleted. */
export const deletedTopic = '_deleted-topic_'

/** A name taken apart: `projects/{project}/{collection}/{id}`. */
export interface ResourceName {
  project: string
  id: string
}

/** Takes a name apart; INVALID_ARGUMENT when it does not name something in the collection. */
export function parseName(name: string | undefined, collection: 'topics' | 'subscriptions'): ResourceName {
  const match = namePattern.exec(name ?? '')
  if (match?.[2] !== collection)
    throw invalidArgument(
      `Invalid resource name given (name=${name ?? ''}). Refer to https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names for more information.`,
    )
  return { project: match[1] ?? '', id: match[3] ?? '' }
}

/** `projects/P` of a resource's name. */
export function projectOf(name: string): string {
  return name.split('/', 2).join('/')
}
