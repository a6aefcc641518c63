/** GoogleSQL compiler: defines the errors, with BigQuery's messages and the position in the query text. */

/** A query that BigQuery rejects. `message` ends in ` at [line:column]` if the position is known. */
export class SqlError extends Error {
  constructor(message: string, source?: string, at?: number) {
    super(source === undefined || at === undefined ? message : `${message} at ${position(source, at)}`)
    this.name = 'SqlError'
  }
}

/** A query that BigQuery accepts but the emulator rejects explicitly, instead of returning an approximate result. */
export class Unsupported extends SqlError {
  constructor(feature: string, source?: string, at?: number) {
    super(`${feature} is not supported by the local BigQuery`, source, at)
    this.name = 'Unsupported'
  }
}

/** A literal that is invalid for the expected type. Its position is added where it is known. */
export class InvalidLiteral extends SqlError {}

/** A resource that the query names and the catalog doesn't have. The status is 404 instead of 400. */
export class NotFound extends SqlError {
  constructor(message: string) {
    super(message)
    this.name = 'NotFound'
  }
}

/** A resource that the statement creates and that exists already. The status is 409. */
export class AlreadyExists extends SqlError {
  constructor(message: string) {
    super(message)
    this.name = 'AlreadyExists'
  }
}

/** Formats an offset in the text as `[line:column]`, both starting at 1. */
export function position(source: string, at: number): string {
  const before = source.slice(0, at)
  const line = before.split('\n').length
  return `[${line}:${at - before.lastIndexOf('\n')}]`
}
