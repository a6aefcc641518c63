/** Creator: generates code that sends a payload, in three languages. The token is a placeholder. Pure. */
import type { TranslationInput } from '../../schemas/translation.ts'
import type { TabText } from './tabs.tsx'

const types: Readonly<Record<TranslationInput['format'], string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  xml: 'application/xml',
  form: 'application/x-www-form-urlencoded',
  pairs: 'text/plain',
  markdown: 'text/markdown',
  sql: 'application/sql',
}

export function mediaType({ format }: TranslationInput): string {
  return types[format]
}

/** Maximum length of the payload in a snippet, in characters. */
const maxLength = 4000

/** The payload. A long payload is shortened to whole lines if its format has lines. */
export function shownPayload(text: string, { format }: TranslationInput): string {
  const whole = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replace(/\n+$/, '')
  if (whole.length <= maxLength || ['json', 'xml', 'form'].includes(format)) return whole
  return whole.slice(0, whole.lastIndexOf('\n', maxLength))
}

export function snippetsOf(endpoint: string, payload: string, input: TranslationInput): readonly TabText[] {
  const type = mediaType(input)
  return [
    {
      title: 'curl',
      text: `curl -X POST ${inShell(endpoint)} \\
  -H "Authorization: Bearer $TOKEN" \\
  -H ${inShell(`Content-Type: ${type}`)} \\
  --data-binary ${inShell(payload)}`,
    },
    {
      title: 'JavaScript',
      text: `const response = await fetch(${JSON.stringify(endpoint)}, {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.TOKEN}\`,
    'content-type': ${JSON.stringify(type)},
  },
  body: ${JSON.stringify(payload)},
})
if (!response.ok) throw new Error(await response.text())`,
    },
    {
      title: 'Python',
      text: `import os, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(endpoint)},
    method="POST",
    headers={
        "Authorization": f"Bearer {os.environ['TOKEN']}",
        "Content-Type": ${JSON.stringify(type)},
    },
    data=${JSON.stringify(payload)}.encode(),
)
print(urllib.request.urlopen(request).read().decode())`,
    },
  ]
}

/** Quotes a text as one word for a POSIX shell. */
export function inShell(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
