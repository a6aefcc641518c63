/** Schemas: the schemas of the projects, and the check of messages that are published to topics with one. A schema has one revision.
 * https://cloud.google.com/pubsub/docs/schemas */
import { randomBytes } from 'node:crypto'
import { alreadyExists, invalidArgument, notFound, RpcError, unimplemented } from '../errors.ts'
import type { BrokerJournal } from '../journal.ts'
import { parseName } from '../resource_names.ts'
import {
  fromMilliseconds,
  type PubsubMessage,
  type SchemaResource,
  type TopicResource,
} from '../resources.ts'
import { parseAvro, type AvroRecord } from './avro.ts'
import { mismatchOfBinary } from './avro_binary.ts'
import { mismatchOfJson } from './avro_json.ts'

/** The schema of a topic whose schema was deleted. */
const deletedSchema = '_deleted-schema_'

interface Entry {
  resource: SchemaResource
  avro: AvroRecord
}

/** Reads a schema's definition. Throws INVALID_ARGUMENT or UNIMPLEMENTED. */
function avroOf({ type, definition = '' }: Pick<SchemaResource, 'type' | 'definition'>): AvroRecord {
  if (type === 'PROTOCOL_BUFFER') throw unimplemented('Schemas of type PROTOCOL_BUFFER are')
  if (type !== 'AVRO') throw invalidArgument('The type of the schema must be specified.')
  return parseAvro(definition)
}

function mismatchOf(avro: AvroRecord, encoding: string | undefined, message: Buffer): string | undefined {
  if (encoding === 'JSON') return mismatchOfJson(message, avro)
  if (encoding === 'BINARY') return mismatchOfBinary(message, avro)
  throw invalidArgument('The encoding of the schema must be specified.')
}

export class Schemas {
  readonly #entries = new Map<string, Entry>()
  readonly #journal: BrokerJournal

  constructor(journal: BrokerJournal, resources: Iterable<SchemaResource>) {
    this.#journal = journal
    for (const resource of resources) this.#entries.set(resource.name, { resource, avro: avroOf(resource) })
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  list(): SchemaResource[] {
    return [...this.#entries.values()].map(({ resource }) => resource)
  }

  /** Returns a schema by its name, which may end in `@` and its revision. Throws NOT_FOUND if it does not exist. */
  get(name: string): SchemaResource {
    return this.#entry(name).resource
  }

  validate(schema: Pick<SchemaResource, 'type' | 'definition'>): void {
    avroOf(schema)
  }

  async create(given: SchemaResource): Promise<SchemaResource> {
    const { name, type, definition } = given
    parseName(name, 'schemas')
    const avro = avroOf(given)
    if (this.#entries.has(name)) throw alreadyExists(name)
    const revisionId = randomBytes(4).toString('hex')
    const resource = { name, type, definition, revisionId, revisionCreateTime: fromMilliseconds(Date.now()) }
    this.#entries.set(name, { resource, avro })
    await this.#journal.change({ change: 'schema', schema: resource })
    return resource
  }

  async delete(name: string): Promise<void> {
    const { resource } = this.#entry(name)
    this.#entries.delete(resource.name)
    await this.#journal.change({ change: 'schemaDeleted', name: resource.name })
  }

  /** Throws INVALID_ARGUMENT if a message is not of the schema, which is named or described. */
  validateMessage(
    { name, schema }: { name?: string | undefined; schema?: SchemaResource | undefined },
    encoding: string | undefined,
    message: Buffer,
  ): void {
    const avro = schema ? avroOf(schema) : this.#entry(name ?? '').avro
    if (mismatchOf(avro, encoding, message) !== undefined)
      throw invalidArgument('Invalid schema message: Message failed schema validation.')
  }

  /** Checks the settings of a topic. Throws if its schema does not exist. */
  checkTopic({ schemaSettings }: TopicResource): void {
    if (!schemaSettings) return
    const { schema = '', encoding, firstRevisionId, lastRevisionId } = schemaSettings
    if (schema === deletedSchema) return
    this.#entry(schema)
    if (encoding !== 'JSON' && encoding !== 'BINARY')
      throw invalidArgument('The encoding of the schema must be specified.')
    if (firstRevisionId || lastRevisionId) throw unimplemented('Revisions of schemas are')
  }

  /** Returns a topic's resource as it is now: a schema may have been deleted. */
  shown(topic: TopicResource): TopicResource {
    const { schemaSettings } = topic
    if (!schemaSettings || this.has(schemaSettings.schema ?? '')) return topic
    return { ...topic, schemaSettings: { ...schemaSettings, schema: deletedSchema } }
  }

  /** Returns messages with the attributes that name their schema. Throws INVALID_ARGUMENT if one is not of the topic's schema.
   * https://cloud.google.com/pubsub/docs/schemas-valid */
  accepted({ schemaSettings }: TopicResource, messages: readonly PubsubMessage[]): readonly PubsubMessage[] {
    if (!schemaSettings) return messages
    const { schema = '', encoding } = schemaSettings
    const entry = this.#entries.get(schema)
    if (!entry) throw unimplemented('Publishing to a topic whose schema was deleted is')
    const { resource, avro } = entry
    const added = {
      googclient_schemaencoding: encoding ?? '',
      googclient_schemaname: schema,
      googclient_schemarevisionid: resource.revisionId ?? '',
    }
    return messages.map((message) => {
      const why = mismatchOf(avro, encoding, message.data ?? Buffer.alloc(0))
      if (why !== undefined) throw failed(resource, encoding ?? '', why)
      return { ...message, attributes: { ...message.attributes, ...added } }
    })
  }

  #entry(name: string): Entry {
    const [schema = '', revision] = name.split('@')
    parseName(schema, 'schemas')
    const entry = this.#entries.get(schema)
    if (!entry || (revision !== undefined && revision !== entry.resource.revisionId)) throw notFound(schema)
    return entry
  }
}

/** Returns the error of a message that does not have its topic's schema. https://github.com/googleapis/google-cloud-go/issues/8179 */
function failed({ name, revisionId }: SchemaResource, encoding: string, why: string): RpcError {
  return new RpcError('INVALID_ARGUMENT', 'Invalid data in message: Message failed schema validation.', [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: `INVALID_${encoding}_AVRO_MESSAGE`,
      domain: 'pubsub.googleapis.com',
      metadata: {
        message: 'Message failed schema validation',
        revisionInfo: `Could not validate message with any schema revision for schema: ${name}, last checked revision: revision_id=${revisionId} failed with status: ${why}`,
      },
    },
  ])
}
