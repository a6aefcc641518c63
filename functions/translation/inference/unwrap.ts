/** Translation layer: takes the body out of a pasted curl command, HTTP request or address. Pure. */
import { shellArguments } from './shell_arguments.ts'

/** What a sender posts, and a sentence about where it was found; or why the text has no body. */
export type Unwrapped = { body: string; taken?: string } | { problem: string }

const paste = 'Paste the body that the system sends, or the command with its body.'

/** Returns the body in a text; the text itself if it wraps none. */
export function unwrap(text: string): Unwrapped {
  const plain = text.trim()
  if (/^(?:\$ |> )?curl(?:\.exe)?\s/.test(plain)) return curlBody(plain.replace(/^(?:\$|>) /, ''))
  const request = /^(GET|HEAD|DELETE|POST|PUT|PATCH) (\S+) HTTP\/[\d.]+\r?\n/.exec(plain)
  if (request) return requestBody(plain, request[1]!, request[2]!)
  if (/^https?:\/\/[^\s?]+\?[^\s=]+=\S*$/.test(plain))
    return { body: queryOf(plain), taken: 'The query string of the address.' }
  if (/^\?[^\s=]+=\S*$/.test(plain)) return { body: plain.slice(1), taken: 'The query string.' }
  return { body: text }
}

function queryOf(address: string): string {
  return address.slice(address.indexOf('?') + 1).replace(/#.*$/, '')
}

const dataOptions = new Set([
  '-d',
  '--data',
  '--data-raw',
  '--data-binary',
  '--data-ascii',
  '--data-urlencode',
  '--json',
])

/** https://curl.se/docs/manpage.html#-d */
function curlBody(command: string): Unwrapped {
  const words = shellArguments(command)
  if (!words)
    return { problem: 'This is a curl command with a quote that is not closed. Paste the whole command.' }
  const parts: string[] = []
  let type: string | undefined
  for (let at = 1; at < words.length; at++) {
    const [option, value] = optionOf(words[at]!, words[at + 1])
    if (option === '-F' || option === '--form')
      return {
        problem:
          'This curl command sends multipart/form-data, which is not read. Send the fields with -d, or as JSON.',
      }
    if (option === '-H' || option === '--header') type = /^content-type:\s*(.*)$/i.exec(value)?.[1] ?? type
    if (!dataOptions.has(option)) continue
    if (value.startsWith('@') && option !== '--data-raw')
      return {
        problem: `This curl command reads its body from ${value === '@-' ? 'standard input' : `the file ${value.slice(1)}`}. Paste the content of the file.`,
      }
    if (option === '--json') type ??= 'application/json'
    parts.push(option === '--data-urlencode' ? urlEncoded(value) : value)
  }
  if (parts.length > 0)
    return {
      body: parts.join('&'),
      taken: `The body of the curl command${type === undefined ? '' : `, ${type}`}.`,
    }
  return { problem: `This is a curl command without a body. ${paste}` }
}

/** `-dvalue`, `--data=value` and `-d value` → option and value. */
function optionOf(word: string, next = ''): readonly [string, string] {
  const long = /^(--[a-z-]+)=([^]*)$/.exec(word)
  if (long) return [long[1]!, long[2]!]
  const short = /^(-[dHF])([^]+)$/.exec(word)
  return short ? [short[1]!, short[2]!] : [word, next]
}

function urlEncoded(value: string): string {
  const equals = value.indexOf('=')
  return equals <= 0
    ? encodeURIComponent(value.slice(equals + 1))
    : `${value.slice(0, equals)}=${encodeURIComponent(value.slice(equals + 1))}`
}

/** https://www.rfc-editor.org/rfc/rfc9112#name-message-format */
function requestBody(text: string, method: string, target: string): Unwrapped {
  const blank = /\r?\n\r?\n/.exec(text)
  const body = blank ? text.slice(blank.index + blank[0].length) : ''
  if (body.trim() !== '') return { body, taken: `The body of the ${method} request.` }
  if (target.includes('?'))
    return { body: queryOf(target), taken: `The query string of the ${method} request.` }
  return { problem: `This is an HTTP request without a body. ${paste}` }
}
