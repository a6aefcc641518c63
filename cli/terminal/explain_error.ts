/** Command line: turns the errors of Google's clients, of HTTP and of the file system into sentences. Pure. */
import { codes, type StatusCode } from '../../schemas/status.ts'
import { CliError } from './cli_error.ts'

/** What the errors of gRPC, of Google's HTTP clients and of Node carry. */
interface ForeignError {
  name?: string
  message?: string
  /** A google.rpc.Code, an HTTP status or the code of a system error. */
  code?: number | string
  /** The message of a gRPC error, without its code. */
  details?: string
  cause?: unknown
  response?: { status?: number }
  path?: string
  address?: string
  port?: number
  hostname?: string
  errors?: readonly unknown[]
}

const signIn = 'gcloud auth application-default login'

/** The error with a sentence for a person; undefined for a bug. */
export function explainError(error: unknown): CliError | undefined {
  if (error instanceof CliError) return error
  if (typeof error !== 'object' || error === null) return undefined
  const foreign = error as ForeignError
  return (
    userError(foreign) ??
    shortageError(foreign) ??
    portError(foreign) ??
    signInError(foreign) ??
    connectionError(foreign) ??
    fileError(foreign) ??
    googleError(foreign)
  )
}

/** Names of errors whose message says what to correct: in the settings, in a YAML file, or which stack to stop. */
const userErrors = new Set([
  'SettingsError',
  'YAMLParseError',
  'FolderLockedError',
  'NotADemoError',
  'StartError',
])

function userError(error: ForeignError): CliError | undefined {
  if (error.name === 'OptionError')
    return new CliError('INVALID_ARGUMENT', error.message ?? '', { cause: error })
  return userErrors.has(error.name ?? '')
    ? new CliError('FAILED_PRECONDITION', error.message ?? '', { cause: error })
    : undefined
}

/** What the machine has run out of, and what to do. https://man7.org/linux/man-pages/man3/errno.3.html */
const shortages: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Make room and run the command again',
  EDQUOT: 'The disk quota is used up. Make room and run the command again',
  EROFS: 'The disk is read-only. Choose another folder',
  EMFILE: 'This process may not open more files. Allow more with "ulimit -n 4096" and run the command again',
  ENFILE: 'This machine may not open more files. End other programs and run the command again',
}

/** A shortage, also when it is behind a failed request. */
function shortageError(error: ForeignError): CliError | undefined {
  for (const { code, path } of causesOf(error)) {
    const shortage = typeof code === 'string' ? shortages[code] : undefined
    if (shortage === undefined) continue
    const place = path === undefined ? '' : ` (${path})`
    return new CliError('FAILED_PRECONDITION', `${shortage}${place}.`, { cause: error })
  }
  return undefined
}

/** The local stack listens on ports; a command listens on none. */
function portError(error: ForeignError): CliError | undefined {
  return error.code === 'EADDRINUSE'
    ? new CliError(
        'FAILED_PRECONDITION',
        `Port ${error.port} is taken. Choose another base port with SLUICE_PORT or --port; 0 takes free ones.`,
        { cause: error },
      )
    : undefined
}

/** Messages of google-auth-library. */
function signInError(error: ForeignError): CliError | undefined {
  const message = error.message ?? ''
  if (message.includes('Could not load the default credentials'))
    return new CliError('UNAUTHENTICATED', `Not signed in to Google Cloud. Run: ${signIn}`, { cause: error })
  if (/invalid_grant|invalid_rapt|reauth related error/.test(message))
    return new CliError('UNAUTHENTICATED', `Your sign-in to Google Cloud has expired. Run: ${signIn}`, {
      cause: error,
    })
  return undefined
}

const connectionFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  ENOTFOUND: 'the name is unknown',
  EAI_AGAIN: 'the name cannot be resolved',
  ETIMEDOUT: 'it does not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer in time',
  UND_ERR_SOCKET: 'the connection broke',
}

/** Errors of a socket, which fetch wraps as the cause of a TypeError. */
function connectionError(error: ForeignError): CliError | undefined {
  const chain = causesOf(error)
  if (chain.some(({ name }) => name === 'TimeoutError'))
    return new CliError('DEADLINE_EXCEEDED', 'A service does not answer in time. Try again.', {
      cause: error,
    })
  for (const { code, address, hostname, port, message = '' } of chain) {
    const fault = typeof code === 'string' ? connectionFaults[code] : undefined
    if (fault === undefined) continue
    const host = address ?? hostname ?? /https?:\/\/([^/:\s]+)/.exec(message)?.[1]
    const place = host === undefined ? 'a service' : port === undefined ? host : `${host}:${port}`
    return new CliError('UNAVAILABLE', `Cannot reach ${place}: ${fault}.`, { cause: error })
  }
  // What fetch throws for each failed request.
  if (error.name !== 'TypeError' || error.message !== 'fetch failed') return undefined
  const reason = chain.at(-1)?.message ?? 'unknown reason'
  return new CliError('UNAVAILABLE', `A request failed: ${reason}.`, { cause: error })
}

/** The error and what caused it, from the outside in. */
function causesOf(error: ForeignError): readonly ForeignError[] {
  const inner = [error.cause, ...(error.errors ?? [])].filter(
    (each): each is ForeignError => typeof each === 'object' && each !== null,
  )
  return [error, ...inner.flatMap(causesOf)]
}

const fileFaults: Readonly<Record<string, readonly [StatusCode, string]>> = {
  ENOENT: ['NOT_FOUND', 'does not exist'],
  EISDIR: ['INVALID_ARGUMENT', 'is a folder, not a file'],
  ENOTDIR: ['INVALID_ARGUMENT', 'is not a folder'],
  EACCES: ['PERMISSION_DENIED', 'cannot be read: permission denied'],
  EPERM: ['PERMISSION_DENIED', 'cannot be read: permission denied'],
}

function fileError(error: ForeignError): CliError | undefined {
  const [status, fault] = (typeof error.code === 'string' && fileFaults[error.code]) || []
  if (status === undefined || error.path === undefined) return undefined
  return new CliError(status, `${error.path} ${fault}.`, { cause: error })
}

/** The status that a gRPC code or an HTTP status stands for. */
export function statusOf(code: number): StatusCode | undefined {
  const names = Object.keys(codes) as readonly StatusCode[]
  if (code >= 500 && code !== 501 && code !== 504) return 'UNAVAILABLE'
  return names.find((name) => codes[name].code === code) ?? names.find((name) => codes[name].http === code)
}

function googleError(error: ForeignError): CliError | undefined {
  const code = error.response?.status ?? error.code
  const number = typeof code === 'string' ? Number(code) : code
  const status = number === undefined || !Number.isInteger(number) ? undefined : statusOf(number)
  if (status === undefined) return undefined
  const message = error.details || error.message?.replace(/^\d+ [A-Z_]+: /, '') || status
  return new CliError(status, `Google answered ${status}: ${message}`, { cause: error })
}
