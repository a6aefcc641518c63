/** Console: `POST /v1/console/ask`: runs one question of the closed set with the caller's rights, and says what BigQuery read for it. */
import { json, type HandlerResponse } from '../serving/answer.ts'
import { invalid, readObject } from './definition_request.ts'
import { accountQuery } from './queries/account.ts'
import { questions } from './questions/index.ts'
import { parametersOf, type QuestionParameter, type Question } from './questions/question.ts'
import { consoleMaxBytesBilled, type RunStatement } from './run_query.ts'
import { isTimestamp, type StatementParameter } from './statement.ts'
import { emailOf, viewError } from './view_error.ts'

/** Bytes that a question may read unless the request allows more: $0.006 at the price on demand.
 * https://cloud.google.com/bigquery/pricing#on_demand_pricing */
export const askMaxBytes = 1024 ** 3

const byName = new Map(questions.map((question) => [question.name, question]))

interface Asked {
  question: Question
  parameters: Readonly<Record<string, StatementParameter>>
  estimate: boolean
  maxBytes: number
}

/** Answers `{rows, bytes, truncated}`: the rows, the bytes that BigQuery read, and true if there are more rows. With `estimate: true` nothing
 * is read: `bytes` is what it would read, and `rows` is empty. `maxBytes` allows to read more than a GiB. */
export async function answerQuestion(body: Buffer, run: RunStatement): Promise<HandlerResponse> {
  const { question, parameters, estimate, maxBytes } = readAsked(body)
  const { name } = question
  const sql = question.sql((parameter) => Object.hasOwn(parameters, parameter))
  const result = await run({ name, sql, parameters, estimate, maxBytes })
  if (result.kind !== 'rows') return viewError(result, emailOf(await run(accountQuery)), maxBytes)
  return json(200, { rows: result.rows, bytes: result.bytes, truncated: result.truncated })
}

/** Throws INVALID_ARGUMENT with every invalid field. */
function readAsked(body: Buffer): Asked {
  const { ask, values = {}, estimate = false, maxBytes = askMaxBytes, ...others } = readObject(body)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw invalid([
      { field: unknown.slice(0, 64), description: 'Unknown field. Use ask, values, estimate and maxBytes.' },
    ])
  const question = typeof ask === 'string' ? byName.get(ask) : undefined
  if (!question)
    throw invalid([{ field: 'ask', description: `Expected one of ${[...byName.keys()].join(', ')}.` }])
  if (typeof estimate !== 'boolean')
    throw invalid([{ field: 'estimate', description: 'Expected true or false.' }])
  if (!Number.isInteger(maxBytes) || Number(maxBytes) < 1 || Number(maxBytes) > consoleMaxBytesBilled)
    throw invalid([
      { field: 'maxBytes', description: `Expected a whole number from 1 to ${consoleMaxBytesBilled}.` },
    ])
  return { question, parameters: readValues(question, values), estimate, maxBytes: Number(maxBytes) }
}

function readValues(question: Question, values: unknown): Asked['parameters'] {
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw invalid([{ field: 'values', description: 'Expected an object with the values of the question.' }])
  const given = new Map(Object.entries(values))
  const known = parametersOf(question)
  const faults = [...given.keys()]
    .filter((name) => !known.some((parameter) => parameter.name === name))
    .map((name) => ({
      field: `values.${name.slice(0, 64)}`,
      description: `Unknown value. The question ${question.name} takes ${known.map((one) => one.name).join(', ') || 'none'}.`,
    }))
  const read: Record<string, StatementParameter> = {}
  for (const parameter of known) {
    const value = given.get(parameter.name)
    if (value === undefined && parameter.isOptional) continue
    const statementParameter = readValue(parameter, value)
    if (statementParameter) read[parameter.name] = statementParameter
    else
      faults.push({
        field: `values.${parameter.name}`,
        description: `Expected ${expected[parameter.type]}; got ${kindOf(value)}.`,
      })
  }
  if (faults.length > 0) throw invalid(faults)
  return read
}

const expected = {
  STRING: 'a text of at most 2000 characters',
  TIMESTAMP: 'a time such as 2026-03-14T09:00:00Z',
  INT64: 'a whole number',
  'STRING[]': 'a list of at most 1000 texts',
} as const

const maxText = 2000
const maxTexts = 1000

function readValue({ type }: QuestionParameter, value: unknown): StatementParameter | undefined {
  if (type === 'STRING[]')
    return Array.isArray(value) && value.length <= maxTexts && value.every(isText)
      ? { type: 'STRING', values: value }
      : undefined
  if (type === 'INT64') return Number.isSafeInteger(value) ? { type, value: String(value) } : undefined
  if (!isText(value)) return undefined
  if (type === 'STRING') return { type, value }
  return isTimestamp(value) ? { type, value } : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxText
}

/** Names the kind of a value, never the value: it may be personal. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}
