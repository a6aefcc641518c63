/** Event bus: tells producers what they may send: the event types, the context fields, the limits and the endpoints. */
import { describedContext } from '../../schemas/catalogue/described_field.ts'
import { eventSchema } from '../../schemas/catalogue/event_schema.ts'
import { moduleForms, type ModuleForm } from '../../schemas/catalogue/module_forms.ts'
import { moduleTexts } from '../../schemas/catalogue/module_texts.ts'
import { eventTypeResource, eventTypeSummary } from '../../schemas/catalogue/resources.ts'
import type { EventType } from '../../schemas/event_type.ts'
import { limits } from '../../schemas/limits.ts'
import { nearest } from '../../schemas/nearest.ts'
import type { SavedDefinitions } from '../event/saved_definitions.ts'
import { json, type HandlerResponse, type RequestHead } from '../serving/answer.ts'
import { fault } from '../serving/errors.ts'
import { answerOtherMethod } from '../serving/method.ts'
import { decodePath } from './address.ts'
import { requirePublishToken } from './credentials.ts'
import { knownEventTypes } from './known_event_types.ts'
import { openapi } from './openapi.ts'
import { firstPage, pageOf, readPageSize, type PageAsked } from './page.ts'
import { givenParameters, invalidParameter, unknownParameter } from './options.ts'

interface CataloguePorts {
  /** Resolves to the response that refuses the caller; undefined for one who may publish events of the type, or of every type. */
  refuse: (authorization: string, name: string | undefined) => Promise<HandlerResponse | undefined>
  /** Reads the saved event types, anew if one of these names is missing. Undefined if they cannot be read. */
  readSaved: (names: readonly string[]) => Promise<SavedDefinitions | undefined>
}

const collection = '/v1/event-types'

/** Path → what it returns to everybody: all of it is in the source. */
const documents: ReadonlyMap<string, () => unknown> = new Map<string, () => unknown>([
  ['/v1/limits', () => limits],
  ['/v1/context-fields', () => ({ contextFields: describedContext })],
  ['/v1/openapi.json', () => openapi()],
])

/** Answers for the public documents, and for the event types all that is wrong with method and token. Returns undefined for a request for event
 * types, and for other paths. */
export function admitToCatalogue({
  path,
  method,
  headers,
}: Pick<RequestHead, 'path' | 'method' | 'headers'>): HandlerResponse | undefined {
  const document = documents.get(path)
  if (document) return answerOtherMethod(method, 'GET') ?? json(200, document())
  if (!isOfEventTypes(path)) return undefined
  const answer = answerOtherMethod(method, 'GET')
  if (!answer) requirePublishToken(headers)
  return answer
}

export function isOfEventTypes(path: string): boolean {
  return path === collection || path.startsWith(`${collection}/`)
}

/** `GET /v1/event-types` and `GET /v1/event-types/<name>`. The right to publish comes first: to others unknown and saved types look alike. */
export async function answerEventTypes(
  { path, query, headers }: Pick<RequestHead, 'path' | 'query' | 'headers'>,
  { refuse, readSaved }: CataloguePorts,
): Promise<HandlerResponse> {
  const authorization = requirePublishToken(headers)
  const name = decodePath(path).slice(collection.length + 1) || undefined
  const { as, names, page } = readForm(query, name)
  const refused = await refuse(authorization, name)
  if (refused) return refused
  const types = await typesOf(names, readSaved)
  if (as === 'json')
    return uncached(
      name === undefined ? json(200, listPage(types, page, names)) : json(200, eventTypeResource(types[0]!)),
    )
  if (as !== 'schema') return uncached(text(contentTypes[as], moduleTexts[as](types)))
  return uncached(text(contentTypes.schema, `${JSON.stringify(eventSchema(types[0]!), null, 2)}\n`))
}

function listPage(types: readonly EventType[], page: PageAsked, names: readonly string[] = []) {
  const { elements, ...rest } = pageOf(types, page, names.join())
  return { eventTypes: elements.map(eventTypeSummary), ...rest }
}

/** The forms beside JSON, and how each is declared. */
const contentTypes: Readonly<Record<ModuleForm | 'schema', string>> = {
  schema: 'application/schema+json; charset=UTF-8',
  typescript: 'text/plain; charset=UTF-8',
  python: 'text/plain; charset=UTF-8',
  go: 'text/plain; charset=UTF-8',
  markdown: 'text/markdown; charset=UTF-8',
}

interface Form {
  as: ModuleForm | 'schema' | 'json'
  /** The event types that are asked for; undefined for all. */
  names: readonly string[] | undefined
  /** The page of the list that is asked for. */
  page: PageAsked
}

/** `as=…`, and for the list `names=a,b` and, of the list as JSON, `pageSize=…` and `pageToken=…`. */
function readForm(query: URLSearchParams, name: string | undefined): Form {
  const forms: readonly (ModuleForm | 'schema')[] =
    name === undefined ? moduleForms : ['schema', ...moduleForms]
  const form: Form = { as: 'json', names: name === undefined ? undefined : [name], page: firstPage }
  let paging: string | undefined
  for (const [parameter, value] of givenParameters(query)) {
    if (parameter === 'as') {
      const as = forms.find((each) => each === value)
      if (as === undefined) throw invalidParameter('as', `one of ${forms.join(', ')}`)
      form.as = as
    } else if (parameter === 'names' && name === undefined) form.names = [...new Set(value.split(','))]
    else if (isPaging(parameter) && name === undefined) {
      paging = parameter
      const given = parameter === 'pageSize' ? { pageSize: readPageSize(value) } : { pageToken: value }
      form.page = { ...form.page, ...given }
    } else throw unknownParameter(parameter, name === undefined ? 'as, names, pageSize or pageToken' : 'as')
  }
  if (paging !== undefined && form.as !== 'json')
    throw invalidParameter(paging, 'no page of a module, which is whole')
  return form
}

function isPaging(parameter: string): boolean {
  return parameter === 'pageSize' || parameter === 'pageToken'
}

/** Throws for a name that no type has. */
async function typesOf(
  names: readonly string[] | undefined,
  readSaved: CataloguePorts['readSaved'],
): Promise<readonly EventType[]> {
  const saved = await readSaved(names ?? [])
  if (!saved) throw fault('DEFINITIONS_UNREADABLE', {})
  const known = knownEventTypes(saved)
  if (!names) return [...known.values()]
  return names.map((each) => known.get(each) ?? unknownType(each, known))
}

function unknownType(name: string, known: ReadonlyMap<string, EventType>): never {
  const meant = nearest(name, known.keys())
  const hint = meant === undefined ? `GET ${collection} lists them.` : `Did you mean "${meant}"?`
  throw fault('EVENT_TYPE_UNKNOWN', { name: name.slice(0, 128), hint })
}

function text(contentType: string, body: string): HandlerResponse {
  return { status: 200, headers: { 'content-type': contentType }, body }
}

/** The response depends on the caller. A browser shows no text as a page. */
function uncached(response: HandlerResponse): HandlerResponse {
  return {
    ...response,
    headers: { ...response.headers, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  }
}
