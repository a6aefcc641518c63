/** Creator: how a system sends its payload, in three languages. The token is a placeholder, never the real one. Pure. */
import type { TranslationInput } from '../../schemas/translation.ts'
import type { TabText } from './tabs.tsx'

const types: Readonly<Record<TranslationInput['format'], string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  xml: 'application/xml',
  form: 'application/x-www-form-urlencoded',
  pairs: 'text/plain',
}

export function mediaType({ format }: TranslationInput): string {
  return types[format]
}

/** Longest payload that a snippet shows, in characters. */
const longest = 4000

/** The payload, shortened to whole lines where it is long and its format has lines. */
export function shownPayload(text: string, { format }: TranslationInput): string {
  const whole = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replace(/\n+$/, '')
  if (whole.length <= longest || ['json', 'xml', 'form'].includes(format)) return whole
  return whole.slice(0, whole.lastIndexOf('\n', longest))
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

/** One word for a POSIX shell, whatever is in it. */
function inShell(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
