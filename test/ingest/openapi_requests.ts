/** Front door: requests that are generated from its OpenAPI document, some as it describes them and some not. */
import fc, { type Arbitrary } from 'fast-check'
import type { Sent } from '../support/front_door.ts'

export interface Schema {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  examples?: readonly unknown[]
}

interface Parameter {
  name: string
  in: 'path' | 'query'
  schema: Schema
}

type Content = Readonly<Record<string, { schema: Schema }>>

export interface Operation {
  operationId: string
  parameters?: readonly Parameter[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, { content: Content }>>
}

/** A document whose references are resolved. */
export interface OpenapiDocument {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export interface GeneratedRequest {
  operation: Operation
  request: Sent & { path: string }
}

export interface Known {
  /** Values of path parameters with which requests succeed. */
  path: Readonly<Record<string, readonly string[]>>
  /** Tokens with various rights, and texts that are none. */
  tokens: readonly string[]
}

const anyText = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.toWellFormed())

/** The operations of all paths. A path also has members that are no operations, such as its servers. */
export function operationsOf(paths: OpenapiDocument['paths']): readonly Place[] {
  return Object.entries(paths).flatMap(([path, members]) =>
    Object.entries(members).flatMap(([method, operation]) =>
      'operationId' in operation ? { path, method, operation } : [],
    ),
  )
}

/** True for the paths of the translator and of webhooks, which other functions serve. */
export function isOfTranslator(path: string): boolean {
  return /^\/v1\/(translators|hooks)\//.test(path)
}

/** Requests of all operations in equal parts. */
export function requestsOf({ paths }: OpenapiDocument, known: Known): Arbitrary<GeneratedRequest> {
  return fc.oneof(...operationsOf(paths).map((place) => requestOf(place, known)))
}

interface Place {
  path: string
  method: string
  operation: Operation
}

function requestOf({ path, method, operation }: Place, known: Known): Arbitrary<GeneratedRequest> {
  const { parameters = [], requestBody } = operation
  const names = parameters.filter((each) => each.in === 'path').map(({ name }) => name)
  return fc
    .record({
      values: fc.tuple(...names.map((name) => pathValue(known.path[name] ?? []))),
      query: queryOf(parameters.filter((each) => each.in === 'query')),
      token: mostly(known.tokens[0]!, fc.constantFrom(...known.tokens)),
      body: requestBody ? bodyOf(requestBody.content) : fc.constant(undefined),
    })
    .map(({ values, query, token, body }) => {
      const filled = names.reduce(
        (text, name, index) => text.replace(`{${name}}`, () => encodeURIComponent(values[index]!)),
        path,
      )
      const request: GeneratedRequest['request'] = {
        method: method.toUpperCase(),
        path: query === '' ? filled : `${filled}?${query}`,
        ...(token !== '' && { token }),
        ...(body && { body: body.text, headers: { 'content-type': body.contentType } }),
      }
      return { operation, request }
    })
}

function mostly<Value>(usual: Value, others: Arbitrary<Value>): Arbitrary<Value> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others })
}

function pathValue(good: readonly string[]): Arbitrary<string> {
  const others = anyText.filter((text) => text !== '')
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: others })
}

/** Some of the parameters, with values of their schemas, now and then with any value, a repetition or an unknown parameter. */
function queryOf(parameters: readonly Parameter[]): Arbitrary<string> {
  const pairs = parameters.map(({ name, schema }) =>
    fc
      .oneof({ weight: 5, arbitrary: valueOf(schema).map(String) }, { weight: 1, arbitrary: anyText })
      .map((value) => [name, value] as const),
  )
  const unknown = fc.tuple(anyText, anyText)
  const all = fc.oneof(...pairs.map((arbitrary) => ({ weight: 4, arbitrary })), {
    weight: 1,
    arbitrary: unknown,
  })
  return fc
    .array(all, { maxLength: 2 })
    .map((chosen) => chosen.map((pair) => pair.map(encodeURIComponent).join('=')).join('&'))
}

function bodyOf(content: Content): Arbitrary<{ contentType: string; text: string }> {
  const types = Object.keys(content)
  const asDescribed = fc.oneof(
    ...types.map((contentType) =>
      valueOf(content[contentType]!.schema).map((value) => ({
        contentType,
        text: typeof value === 'string' ? value : JSON.stringify(value),
      })),
    ),
  )
  const anything = fc.record({
    contentType: fc.constantFrom(...types, 'text/plain', 'application/json; charset=latin1'),
    text: fc.oneof(fc.json(), anyText),
  })
  return fc.oneof({ weight: 4, arbitrary: asDescribed }, { weight: 1, arbitrary: anything })
}

/** Values of the schema's type. Formats, patterns and limits are not kept: an event that breaks them is accepted too. */
function valueOf(schema: Schema): Arbitrary<unknown> {
  const { type, enum: values, anyOf, items = {}, properties, examples } = schema
  if (values) return fc.constantFrom(...values)
  if (anyOf) return fc.oneof(...anyOf.map(valueOf))
  if (type === 'object') return properties ? objectOf(properties) : fc.dictionary(anyText, fc.jsonValue())
  if (type === 'array') return fc.array(valueOf(items), { minLength: 1, maxLength: 3 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.integer()
  if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true })
  return examples ? fc.oneof(fc.constantFrom(...examples), anyText) : anyText
}

function objectOf(properties: Readonly<Record<string, Schema>>): Arbitrary<object> {
  return fc
    .subarray(Object.keys(properties), { maxLength: Math.min(4, Object.keys(properties).length) })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, valueOf(properties[name]!)]))))
}
