/** Front door: compares answers with the OpenAPI document. */
import assert from 'node:assert/strict'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Compile } from 'typebox/schema'
import type { Answered } from '../support/front_door.ts'
import type { OpenapiDocument, Operation, Schema } from './openapi_requests.ts'

/** Returns the document with its references resolved. */
export async function resolved(document: object): Promise<OpenapiDocument> {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document) as Record<string, unknown>)
  assert.ok(valid, JSON.stringify(errors, null, 2))
  assert.equal(validator.version, '3.1')
  return validator.resolveRefs() as object as OpenapiDocument
}

/** Forbids members that the document does not name. */
function closed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(closed) as Value
  if (typeof value !== 'object' || value === null) return value
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]))
  // Details of errors are messages of Google with members of their own.
  const isOpen =
    !('properties' in value) || '@type' in (value.properties as object) || 'additionalProperties' in value
  return (isOpen || !('type' in value) ? members : { ...members, additionalProperties: false }) as Value
}

const checks = new Map<Schema, ReturnType<typeof Compile>>()

/** Returns what the document does not say of an answer; undefined if it says all of it. */
export function unsaid(
  { responses }: Operation,
  { status, headers, text, json }: Pick<Answered, 'status' | 'headers' | 'text' | 'json'>,
): string | undefined {
  const response = responses[status]
  if (!response) return `status ${status}`
  const contentType = String(headers['content-type']).split(';')[0]!
  const schema = response.content[contentType]?.schema
  if (!schema) return `${contentType} with status ${status}`
  if (!checks.has(schema)) checks.set(schema, Compile(closed(schema) as object))
  const value = contentType.endsWith('json') ? json : text
  return checks.get(schema)!.Check(value) ? undefined : `this body with status ${status}`
}
