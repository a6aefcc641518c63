/** Front door: the catalogue. Only those who may publish see event types; to everybody else unknown, saved and standard types look alike. */
import assert from 'node:assert/strict'
import { ContextFields } from '../../schemas/context.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { tables } from '../../schemas/warehouse.ts'
import { openapi as expectedDocument } from '../../functions/ingest/openapi.ts'
import { partner, stranger } from '../support/bus.ts'
import type { Answered } from '../support/front_door.ts'
import { until } from '../support/until.ts'
import { reasonOf, type Context } from './context.ts'

/** A definition that is saved while the front door runs. */
const saved = 'catalogue_opened'

interface ListedType {
  name: string
  origin: string
}

export function catalogue(getContext: () => Context): void {
  const get = (path: string, token: string | undefined = getContext().token): Promise<Answered> =>
    getContext().door.send({ method: 'GET', path, ...(token !== '' && { token }) })

  describe('the catalogue', () => {
    before(async () => {
      const { door } = getContext()
      // The tests before may have made it.
      await door.warehouse
        .createTable(tables.definitions)
        .catch((error: Error) => assert.match(error.message, /\b409\b/))
      for (const version of ['1.0', '1.1']) {
        const page = { type: 'string', description: 'Which page.', example: 'first' }
        const definition = JSON.stringify({
          name: saved,
          version,
          description: 'Somebody opened the catalogue.',
          mode: 'strict',
          fields: { page, ...(version === '1.1' && { line: { ...page, description: 'Which line.' } }) },
          required: ['page'],
        })
        await door.warehouse.query(
          `INSERT INTO definitions (kind, name, version, created_at, created_by, definition)
           VALUES ('event', '${saved}', '${version}', CURRENT_TIMESTAMP(), 'ada@example.com', JSON '${definition}')`,
        )
      }
      const plan = { type: 'string', description: 'Which plan.', example: 'pro' }
      for (const [version, fields] of [
        ['1.0', { plan }],
        ['1.1', { plan, seats: { type: 'integer', description: 'How many seats.', example: 3 } }],
        // Saved before the field was a standard one.
        ['1.2', { plan, method: plan }],
      ] as const) {
        const extension = { name: 'sign_up', version, description: 'Fields of ours.', fields }
        await door.warehouse.query(
          `INSERT INTO definitions (kind, name, version, created_at, created_by, definition)
           VALUES ('extension', 'sign_up', '${version}', CURRENT_TIMESTAMP(), 'ada@example.com', JSON '${JSON.stringify(extension)}')`,
        )
      }
      await until('the front door finds the definition', async () => {
        const known = await Promise.all([get(`/v1/event-types/${saved}`), get('/v1/event-types/sign_up')])
        return known[0].text.includes('"1.1"') && known[1].text.includes('seats')
      })
    })

    it('lists the standard event types, then the saved ones in the version in use', async () => {
      const { status, json, headers } = await get('/v1/event-types')
      assert.equal(status, 200)
      assert.equal(headers['cache-control'], 'no-store')
      const { eventTypes: listed } = json as { eventTypes: readonly ListedType[] }
      assert.deepEqual(
        listed.filter(({ origin }) => origin === 'standard').map(({ name }) => name),
        [...eventTypes.keys()],
      )
      assert.deepEqual(
        listed.find(({ name }) => name === saved),
        {
          name: saved,
          version: '1.1',
          description: 'Somebody opened the catalogue.',
          origin: 'saved',
          mode: 'strict',
          status: 'live',
        },
      )
      assert.equal(
        listed.findIndex(({ origin }) => origin === 'saved'),
        eventTypes.size,
      )
    })

    it('describes an event type, with its fields and examples', async () => {
      const { json } = await get('/v1/event-types/purchase')
      const { fields, examples, uniqueBy } = json as {
        fields: readonly { name: string }[]
        examples: readonly object[]
        uniqueBy: readonly string[]
      }
      assert.deepEqual(fields[0], {
        name: 'transaction_id',
        type: 'text, at most 256 characters',
        description: 'Unique id of the order or payment.',
        required: true,
        personal: false,
        example: 'T-10042',
      })
      assert.deepEqual(uniqueBy, ['transaction_id'])
      assert.deepEqual(examples, eventTypes.get('purchase')!.examples)
    })

    it('has the fields that people added to a standard event type, in the highest valid version', async () => {
      const { json } = await get('/v1/event-types/sign_up')
      const { fields, origin } = json as { fields: readonly ListedType[]; origin: string }
      assert.deepEqual(
        fields.map(({ name }) => name).toSorted(),
        ['method', 'plan', 'seats', ...Object.keys(eventTypes.get('sign_up')!.fields)]
          .filter((name, index, all) => all.indexOf(name) === index)
          .toSorted(),
      )
      assert.equal(origin, 'standard')
      assert.match((await get('/v1/event-types/sign_up?as=typescript')).text, /\n {2}seats\?: number\n/)
    })

    it('writes one event type as JSON Schema', async () => {
      const { headers, text } = await get(`/v1/event-types/${saved}?as=schema`)
      assert.equal(headers['content-type'], 'application/schema+json; charset=UTF-8')
      const schema = JSON.parse(text) as { required: unknown; additionalProperties: unknown }
      assert.deepEqual([schema.required, schema.additionalProperties], [['page'], false])
    })

    for (const [form, line] of Object.entries({
      typescript: 'export interface CatalogueOpened extends ContextFields {',
      python: 'class CatalogueOpened(ContextFields, _CatalogueOpenedFields):',
      go: 'type CatalogueOpened struct {',
      markdown: '## catalogue_opened',
    }))
      it(`writes one event type, several, and all of them as ${form}`, async () => {
        for (const path of [`/${saved}?as=${form}`, `?as=${form}&names=login,${saved}`, `?as=${form}`]) {
          const { status, text, headers } = await get(`/v1/event-types${path}`)
          assert.equal(status, 200, text)
          assert.match(String(headers['content-type']), /^text\/(plain|markdown); charset=UTF-8$/)
          assert.equal(headers['x-content-type-options'], 'nosniff')
          assert.ok(text.includes(`\n${line}\n`) || text.startsWith(`${line}\n`), text)
          assert.equal(/purchase|Purchase/.test(text), path === `?as=${form}`, path)
        }
      })

    it('answers an unknown name with a did-you-mean', async () => {
      for (const path of ['/v1/event-types/catalog_opened', '/v1/event-types?names=login,catalog_opened']) {
        const answered = await get(path)
        assert.equal(answered.status, 404)
        assert.equal(reasonOf(answered), 'EVENT_TYPE_UNKNOWN')
        assert.match(answered.text, /Did you mean \\"catalogue_opened\\"\?/)
      }
    })

    it('answers the same to a stranger, whether a type is standard, saved or unknown', async () => {
      const token = getContext().bus.issuer.accessToken(stranger)
      const answers = await Promise.all(
        ['', '/purchase', `/${saved}`, '/nobody_saved_it', `?names=${saved}`, '/runs', '/events'].map(
          async (path) => {
            const { status, text } = await get(`/v1/event-types${path}`, token)
            return { status, text }
          },
        ),
      )
      assert.equal(answers[0]!.status, 403)
      for (const answer of answers) assert.deepEqual(answer, answers[0])
    })

    it('shows everything to a caller who may publish to the shared topic only', async () => {
      const token = getContext().bus.issuer.accessToken(partner)
      for (const path of ['', '/view_content', `/${saved}`])
        assert.equal((await get(`/v1/event-types${path}`, token)).status, 200, path)
    })

    it('requires a token for event types, and none for what is the same everywhere', async () => {
      for (const path of ['/v1/event-types', `/v1/event-types/${saved}`])
        assert.equal(reasonOf(await get(path, '')), 'CREDENTIALS_MISSING')
      const fields = await get('/v1/context-fields', '')
      assert.deepEqual(
        (fields.json as { contextFields: readonly ListedType[] }).contextFields.map(({ name }) => name),
        Object.keys(ContextFields.properties),
      )
      assert.deepEqual((await get('/v1/openapi.json', '')).json, expectedDocument())
    })

    it('refuses other methods, forms and parameters', async () => {
      const { door, token } = getContext()
      for (const path of [
        '/v1/event-types',
        '/v1/event-types/login',
        '/v1/context-fields',
        '/v1/openapi.json',
      ]) {
        const answered = await door.send({ path, token, body: '{}' })
        assert.deepEqual([answered.status, answered.headers['allow']], [405, 'GET'], path)
        assert.equal((await door.send({ method: 'HEAD', path, token })).status, 200, path)
      }
      const refused = {
        '/v1/event-types?as=java': 'Invalid value for as: expected one of typescript, python, go, markdown.',
        '/v1/event-types?as=schema':
          'Invalid value for as: expected one of typescript, python, go, markdown.',
        '/v1/event-types/login?pageSize=1': 'Unknown query parameter "pageSize". Expected as.',
        '/v1/event-types?pageSize=-1': 'Invalid value for pageSize: expected an integer from 0 to 1000.',
        '/v1/event-types?pageSize=ten': 'Invalid value for pageSize: expected an integer from 0 to 1000.',
        '/v1/event-types?pageToken=login':
          'Invalid value for pageToken: expected the nextPageToken of a request with the same names.',
        '/v1/event-types?as=go&pageSize=2':
          'Invalid value for pageSize: expected no page of a module, which is whole.',
        '/v1/event-types/login?as=json':
          'Invalid value for as: expected one of schema, typescript, python, go, markdown.',
        '/v1/event-types/login?names=login': 'Unknown query parameter "names". Expected as.',
        '/v1/event-types?form=go':
          'Unknown query parameter "form". Expected as, names, pageSize or pageToken.',
      }
      for (const [path, message] of Object.entries(refused)) {
        const { status, json } = await get(path)
        assert.deepEqual([status, (json as { error: { message: string } }).error.message], [400, message])
      }
    })
  })
}
