/** The errors of the compiler: BigQuery's words, with the place in the query text. */

/** A query BigQuery would refuse; `message` ends in ` at [line:column]` when the place is known. */
export class SqlError extends Error {
  constructor(message: string, source?: string, at?: number) {
    super(source === undefined || at === undefined ? message : `${message} at ${position(source, at)}`)
    this.name = 'SqlError'
  }
}

/** A query BigQuery would accept and the local one refuses by name, so that nothing is ever approximated. */
export class Unsupported extends SqlError {
  constructor(feature: string, source?: string, at?: number) {
    super(`${feature} is not supported by the local BigQuery`, source, at)
    this.name = 'Unsupported'
  }
}

/** A literal that is none of the type its place asks for; its place in the text is added where it is known. */
export class InvalidLiteral extends SqlError {}

/** A thing the query names and the catalog lacks; answered 404 instead of 400. */
export class NotFound extends SqlError {
  constructor(message: string) {
    super(message)
    this.name = 'NotFound'
  }
}

/** A thing the statement creates and the catalog already has; answered 409. */
export class AlreadyExists extends SqlError {
  constructor(message: string) {
    super(message)
    this.name = 'AlreadyExists'
  }
}

/** `[line:column]`, both counted from 1, of an offset in the text. */
function position(source: string, at: number): string {
  const before = source.slice(0, at)
  const line = before.split('\n').length
  return `[${line}:${at - before.lastIndexOf('\n')}]`
}
