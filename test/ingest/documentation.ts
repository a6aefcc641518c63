/** Front door: its page shows the error catalogue and the limits. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { limits } from '../../schemas/limits.ts'
import { codes } from '../../schemas/status.ts'
import type { CatalogueEntry } from '../../functions/serving/catalogue_entry.ts'
import { catalogue } from '../../functions/serving/error_catalogue.ts'

const page = new URL('../../docs/front_door.md', import.meta.url)

/** Returns the cells of the table under a heading, without the header. */
async function tableUnder(heading: string): Promise<readonly (readonly string[])[]> {
  const text = await readFile(page, 'utf8')
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

export function documentation(): void {
  describe('docs/front_door.md', () => {
    it('has exactly one row for each error of functions/serving/error_catalogue.ts', async () => {
      const expected = Object.entries<CatalogueEntry>(catalogue).map(([reason, entry]) => [
        `\`${reason}\``,
        String(entry.http ?? codes[entry.status].http),
        `\`${entry.status}\``,
        entry.when,
        `\`${entry.message}\``,
      ])
      const rows = `\n${expected.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
      assert.deepEqual(await tableUnder('Errors'), expected, `The table must have these rows:${rows}`)
    })

    it('has exactly one row for each limit of GET /v1/limits', async () => {
      const expected = Object.entries(limits).map(([name, value]) => [
        `\`${name}\``,
        value.toLocaleString('en'),
      ])
      const rows = (await tableUnder('Limits')).map(([name, value]) => [name, value])
      assert.deepEqual(rows, expected)
    })
  })
}
