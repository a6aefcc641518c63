/** Schemas: what a project without schemas answers. */
import assert from 'node:assert/strict'
import { area, docs, invalid, notFound, type Case } from '../case.ts'

const schemas = area('schemas', docs.schemas)

export const schemaCases: readonly Case[] = [
  schemas('list', 'lists schemas', async (session) => {
    const { schemas: listed = [] } = await session.done(
      'GET',
      `projects/${session.target.project}/schemas?view=FULL`,
    )
    assert.ok(Array.isArray(listed))
  }),
  schemas('missing', 'answers 404 for a schema that does not exist', async (session) => {
    const schema = `projects/${session.target.project}/schemas/no-such-schema`
    for (const [method, path] of [
      ['GET', schema],
      ['DELETE', schema],
      ['GET', `${schema}:listRevisions`],
    ] as const)
      await session.refused(method, path, undefined, notFound)
  }),
  schemas('unknown-member', 'names an unknown member of a schema', async (session) => {
    await session.refused(
      'POST',
      `projects/${session.target.project}/schemas?schemaId=a-schema`,
      { type: 'AVRO', definition: '{}', colour: 'red' },
      invalid('Invalid JSON payload received. Unknown name "colour" at \'schema\': Cannot find field.'),
    )
  }),
]
