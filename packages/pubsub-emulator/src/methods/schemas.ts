/** google.pubsub.v1.SchemaService: there are no schemas, so lists are empty, no name is found, and nothing can be created or validated.
 * https://cloud.google.com/pubsub/docs/reference/rpc/google.pubsub.v1#schemaservice */
import { notFound, unimplemented } from '../errors.ts'
import { parseName } from '../resource_names.ts'
import { method, type Method } from './method.ts'

function onSchema(permission: string): Method {
  return method<{ name: string }>(
    ({ name }) => [[`pubsub.schemas.${permission}`, name]],
    (_, { name }) => {
      const [schema = ''] = name.split('@')
      parseName(schema, 'schemas')
      throw notFound(schema)
    },
  )
}

function onProject(permission: string, subject: string): Method {
  return method<{ parent: string }>(
    ({ parent }) => [[`pubsub.schemas.${permission}`, parent]],
    () => {
      throw unimplemented(subject)
    },
  )
}

export const schemas: Record<string, Method> = {
  ListSchemas: method<{ parent: string }>(
    ({ parent }) => [['pubsub.schemas.list', parent]],
    () => ({}),
  ),
  GetSchema: onSchema('get'),
  DeleteSchema: onSchema('delete'),
  ListSchemaRevisions: onSchema('listRevisions'),
  DeleteSchemaRevision: onSchema('delete'),
  CommitSchema: onSchema('commit'),
  RollbackSchema: onSchema('rollback'),
  CreateSchema: onProject('create', 'Schemas are'),
  ValidateSchema: onProject('validate', 'Validating schemas is'),
  ValidateMessage: onProject('validate', 'Validating messages against a schema is'),
}
