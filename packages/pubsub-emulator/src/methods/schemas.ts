/** google.pubsub.v1.SchemaService: schemas of type AVRO, each with one revision.
 * https://cloud.google.com/pubsub/docs/reference/rpc/google.pubsub.v1#schemaservice */
import { invalidArgument, unimplemented } from '../errors.ts'
import { projectOf } from '../resource_names.ts'
import type { SchemaResource } from '../resources.ts'
import { method, page, type Method, type PageRequest } from './method.ts'

type WithView = { view?: string }

/** Returns what a view shows of a schema. BASIC leaves out the definition. */
function inView({ definition, ...basic }: SchemaResource, view: string): SchemaResource {
  return view === 'FULL' ? { ...basic, definition } : basic
}

function viewOf(view: string | undefined, standard: 'BASIC' | 'FULL'): string {
  return view === undefined || view === 'SCHEMA_VIEW_UNSPECIFIED' ? standard : view
}

/** Returns the name without a revision. */
function schemaOf(name: string): string {
  return name.split('@')[0] ?? ''
}

function refusedOnSchema(permission: string, subject: string): Method {
  return method<{ name: string }>(
    ({ name }) => [[`pubsub.schemas.${permission}`, schemaOf(name)]],
    (broker, { name }) => {
      broker.schemas.get(schemaOf(name))
      throw unimplemented(subject)
    },
  )
}

export const schemas: Record<string, Method> = {
  CreateSchema: method<{ parent: string; schema?: SchemaResource; schemaId?: string }>(
    ({ parent }) => [['pubsub.schemas.create', parent]],
    (broker, { parent, schema, schemaId = '' }) => {
      if (!schema) throw invalidArgument('The schema must be specified.')
      return broker.schemas.create({ ...schema, name: `${parent}/schemas/${schemaId}` })
    },
  ),

  GetSchema: method<WithView & { name: string }>(
    ({ name }) => [['pubsub.schemas.get', schemaOf(name)]],
    (broker, { name, view }) => inView(broker.schemas.get(name), viewOf(view, 'FULL')),
  ),

  ListSchemas: method<PageRequest & WithView & { parent: string }>(
    ({ parent }) => [['pubsub.schemas.list', parent]],
    (broker, { parent, view, ...request }) => {
      const all = broker.schemas.list().filter(({ name }) => projectOf(name) === parent)
      const { items, ...next } = page(all, ({ name }) => name, request)
      return { schemas: items.map((schema) => inView(schema, viewOf(view, 'BASIC'))), ...next }
    },
  ),

  ListSchemaRevisions: method<WithView & { name: string }>(
    ({ name }) => [['pubsub.schemas.listRevisions', schemaOf(name)]],
    (broker, { name, view }) => ({
      schemas: [inView(broker.schemas.get(name), viewOf(view, 'BASIC'))],
    }),
  ),

  DeleteSchema: method<{ name: string }>(
    ({ name }) => [['pubsub.schemas.delete', schemaOf(name)]],
    async (broker, { name }) => {
      await broker.schemas.delete(name)
      return {}
    },
  ),

  CommitSchema: refusedOnSchema('commit', 'Further revisions of a schema are'),
  RollbackSchema: refusedOnSchema('rollback', 'Further revisions of a schema are'),
  DeleteSchemaRevision: refusedOnSchema('delete', 'Deleting the revision of a schema is'),

  ValidateSchema: method<{ parent: string; schema?: SchemaResource }>(
    ({ parent }) => [['pubsub.schemas.validate', parent]],
    (broker, { schema }) => {
      if (!schema) throw invalidArgument('The schema must be specified.')
      broker.schemas.validate(schema)
      return {}
    },
  ),

  ValidateMessage: method<{
    parent: string
    name?: string
    schema?: SchemaResource
    message?: Buffer
    encoding?: string
  }>(
    ({ parent }) => [['pubsub.schemas.validate', parent]],
    (broker, { name, schema, message = Buffer.alloc(0), encoding }) => {
      broker.schemas.validateMessage({ name, schema }, encoding, message)
      return {}
    },
  ),
}
