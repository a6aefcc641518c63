/** Statements for scripting, INFORMATION_SCHEMA and options, and those of dbt, with what BigQuery answers. */
import assert from 'node:assert/strict'
import { statementGroups } from './support/statements/index.ts'
import { rows, startServer, type TestServer } from './support/server.ts'

describe('statements', () => {
  let server: TestServer
  before(async () => {
    server = await startServer()
  })
  after(() => server.stop())

  for (const { theme, title, setup, cases } of statementGroups)
    describe(`${theme}: ${title}`, () => {
      before(async () => {
        await rows(server.url, 'DROP SCHEMA IF EXISTS d CASCADE; CREATE SCHEMA d')
        if (setup !== undefined) await rows(server.url, setup)
      })

      for (const [sql, expected] of cases)
        it(sql.replaceAll(/\s+/g, ' ').trim().slice(0, 150), async () => {
          if (expected instanceof RegExp)
            await assert.rejects(rows(server.url, sql), ({ message }: Error) => {
              assert.match(message, expected)
              return true
            })
          else assert.deepEqual(await rows(server.url, sql), expected)
        })
    })
})
