/** Event bus: reads the topic from a request's path, which has one of three forms. */
import { internalTopics, topics } from '../../schemas/bus.ts'
import { fault } from '../serving/errors.ts'

/** Pub/Sub's rule for ids. https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names */
const topicId = /^(?!goog)[A-Za-z][\w.~+%-]{2,254}$/

/** Returns the topic id; undefined if the path has none of the forms. Throws for an invalid topic.
 * `/v1/topics`, `/v1/topics/<topic>`, `/v1/projects/<project>/topics/<topic>:publish`. */
export function topicOf(path: string, project: string): string | undefined {
  const decoded = decodePath(path)
  if (decoded === '/v1/topics' || decoded === '/v1/topics/') return topics.events
  const short = /^\/v1\/topics\/([^/:]*)(?::publish)?$/.exec(decoded)
  const long = /^\/v1\/projects\/([^/]*)\/topics\/([^/:]*):publish$/.exec(decoded)
  const topic = short?.[1] ?? long?.[2]
  if (topic === undefined) return undefined
  if (long && long[1] !== project) throw fault('PROJECT_UNKNOWN', { project: long[1]! })
  if (!topicId.test(topic))
    throw fault('TOPIC_INVALID', { name: topicName(project, topic) }, { field: 'topic' })
  if (internalTopics.has(topic)) throw fault('TOPIC_INTERNAL', { topic })
  return topic
}

/** Returns Pub/Sub's name of a topic, `projects/p/topics/t`. */
export function topicName(project: string, topic: string): string {
  return `projects/${project}/topics/${topic}`
}

/** Returns the path without percent-encoding. Throws PATH_MALFORMED. */
export function decodePath(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    throw fault('PATH_MALFORMED', {})
  }
}
