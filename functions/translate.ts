/** Deployed function `translate`: takes the raw payload of somebody's system, makes events of it as a saved translation says, and
 * publishes them with the caller's own token. A bad record never blocks a good one. */
import { setTimeout as wait } from 'node:timers/promises'
import { topics } from '../schemas/bus.ts'
import { tables } from '../schemas/warehouse.ts'
import { translationLimits } from '../schemas/translation/input.ts'
import { topicName } from './bus/address.ts'
import { callerAuthorization } from './bus/credentials.ts'
import { readOptions } from './bus/options.ts'
import { createPublisher } from './bus/publisher.ts'
import { publish } from './google/pubsub.ts'
import { tableFeed } from './google/table_feed.ts'
import { tableReader } from './google/table_reader.ts'
import { ownAuthorization } from './google/token.ts'
import { noContent, type Answer, type StreamedRequest } from './serving/answer.ts'
import { fault } from './serving/errors.ts'
import { report } from './serving/report.ts'
import { serveStream } from './serving/serve.ts'
import { readEnvironment } from './serving/settings.ts'
import { followedColumns } from './storage/followed.ts'
import { translationOf, type TranslationAddress } from './translation/address.ts'
import { answerOf } from './translation/answer.ts'
import { openDecoder } from './translation/decode.ts'
import { openReader } from './translation/records.ts'
import { refusal } from './translation/refusal.ts'
import { run } from './translation/run.ts'
import { readSaved, type KnownTranslation, type Saved } from './translation/saved.ts'

const {
  GOOGLE_CLOUD_PROJECT: project,
  DATASET: dataset,
  ALLOWED_ORIGINS: allowedOrigins,
} = readEnvironment('translate', process.env)

const publishTogether = createPublisher((topic, authorization, body) =>
  publish(process.env, topicName(project, topic), authorization, body),
)

const feed = tableFeed<Saved>({
  reader: tableReader(
    process.env,
    { project, dataset, table: tables.definitions.name },
    ownAuthorization(),
    followedColumns.definitions,
  ),
  read: readSaved,
  now: () => performance.now(),
  wait,
  trouble: (error) =>
    report('WARNING', 'table definitions cannot be read; what was read before stays', { error }),
})

export const translate = serveStream(
  async (request) => {
    const address = translationOf(request.path)
    if (!address) throw fault('PATH_UNKNOWN', { path: request.path })
    if (request.method === 'OPTIONS') return { ...noContent, headers: { allow: 'POST' } }
    if (request.method === 'POST') return receive(address, request)
    throw fault(
      'METHOD_NOT_ALLOWED',
      { method: request.method, allowed: 'POST' },
      { headers: { allow: 'POST' } },
    )
  },
  // A large file comes no faster than the bus takes its events.
  { maxBodyBytes: translationLimits.bodyBytes, allowedOrigins, requestTimeout: 600_000 },
)

const receive = async (
  address: TranslationAddress,
  { headers, query, body }: StreamedRequest,
): Promise<Answer> => {
  const authorization = callerAuthorization(headers)
  const { validateOnly } = readOptions(query)
  const { translation, translate: translateRecord } = await lookUp(address)
  const lane = { topic: topics.events, authorization, orderingKey: '' }
  const ran = await run(body, {
    reader: openReader(translation.input),
    decoder: openDecoder(translation.input, headers['content-type'] ?? ''),
    translate: translateRecord,
    registry: () => feed.content()!.definitions.registry,
    lookFor: feed.lookFor,
    publish: validateOnly ? undefined : (messages) => publishTogether(lane, messages),
  })
  return answerOf(`${translation.name}@${translation.version}`, ran)
}

/** One that is not known is looked for at once. */
const lookUp = async ({ name, version }: TranslationAddress): Promise<KnownTranslation> => {
  const key = version === undefined ? name : `${name}@${version}`
  const find = (): KnownTranslation | string | undefined =>
    version === undefined ? feed.content()?.current.get(name) : feed.content()?.versions.get(key)
  await feed.freshen()
  if (find() === undefined) await feed.lookFor([key])
  const found = find()
  if (typeof found === 'object') return found
  if (!feed.content())
    throw refusal('TRANSLATIONS_UNREADABLE', 'The translations cannot be read. Send the request again.')
  if (found !== undefined) throw refusal('TRANSLATION_INVALID', `Translation ${key} cannot be used. ${found}`)
  const [problem] = problemsOf(name)
  throw problem === undefined
    ? refusal('TRANSLATION_UNKNOWN', `There is no translation "${key}".`)
    : refusal('TRANSLATION_INVALID', `No version of translation ${name} can be used. ${problem}`)
}

/** What is wrong with the versions of a translation, each with its number. */
const problemsOf = (name: string): readonly string[] =>
  [...(feed.content()?.versions ?? [])].flatMap(([key, found]) =>
    key.startsWith(`${name}@`) && typeof found === 'string' ? [`${key}: ${found}`] : [],
  )
