/** What a query of an assistant may read: each table and view as it is deployed, with its columns masked. */
import assert from 'node:assert/strict'
import { readables, withMasks, withoutRows } from '../../cli/assistant/readable.ts'
import { catalogOf } from '../../cli/lint_sql/catalog.ts'
import {
  compileQuery,
  newContext,
  parseSingleQuery,
} from '../../packages/bigquery-emulator/src/googlesql/index.ts'
import { contextColumns } from '../../schemas/context.ts'
import { views } from '../../schemas/views.ts'
import { tables } from '../../schemas/warehouse.ts'

describe('the readable tables and views', () => {
  const place = { project: 'project', dataset: 'sluice' }
  const catalog = catalogOf(Object.values(tables), place)
  for (const { name, query } of views(place.project, place.dataset)) catalog.addView(name, query)

  function columnsOf(sql: string): readonly object[] {
    const context = newContext(sql, catalog, { project: place.project, user: '' })
    return compileQuery(parseSingleQuery(sql), context).columns.map(({ name, type }) => ({ name, type }))
  }

  it('have the same columns without rows as with their masks', () => {
    for (const readable of readables().values()) {
      const whole = withMasks(readable, (name) => `\`project.sluice.${name}\``, '00ff')
      assert.deepEqual(columnsOf(whole), columnsOf(withoutRows(readable)), readable.name)
    }
  })

  it('mask every personal context field, and have no JSON or bytes', () => {
    const personal = new Set(contextColumns.filter((column) => column.personal).map(({ name }) => name))
    assert.ok(personal.size > 10)
    for (const { name, columns } of readables().values())
      for (const column of columns) {
        assert.doesNotMatch(column.type, /JSON|BYTES/, `${name}.${column.name}`)
        if (personal.has(column.name)) assert.ok(column.mask, `${name}.${column.name}`)
      }
  })

  it('are not those about people', () => {
    const hidden =
      'audit consent_now dead_letters identity_links people receipts suppressions sync_state'.split(' ')
    assert.deepEqual(
      hidden.filter((name) => readables().has(name)),
      [],
    )
  })
})
