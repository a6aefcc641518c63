/** Translation layer: names texts that are no records, and says what to paste instead. Pure. */

const named: readonly [RegExp, string][] = [
  [
    // The signature of a ZIP file, whose last two bytes are control characters.
    /^PK\p{Cc}{2}/u,
    'This is an Excel or ZIP file. Copy the cells with their header, or save the sheet as CSV.',
  ],
  [/^%PDF-/, 'This is a PDF. Paste the data that it was made from.'],
  [
    /^--[^\s]{1,80}\r?\nContent-Disposition: form-data/i,
    'This is a multipart form, which is not read. Let the system send JSON or a URL-encoded form.',
  ],
  [
    /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/,
    'This is a JSON Web Token, which is a credential. Do not paste it; paste the payload that the system sends.',
  ],
  [
    /^\S+ \S+ \S+ \[[^\]\n]{10,40}\] "[A-Z]{3,8} /,
    'This is an access log of a web server. Let the server write it as JSON, one object per line.',
  ],
  [
    /^\+-{2,}[-+]*\+\r?\n\|/,
    'This is a table drawn with lines. Export it as CSV; with the mysql client, use --batch.',
  ],
  [
    /^(?:<\d{1,3}>\d? ?)?(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)[^=\n]*$/m,
    'These are log lines without key=value pairs. Let the program log JSON or key=value, or paste rows with their header.',
  ],
  [
    /^(?:---\r?\n)?(?:[A-Za-z_][\w-]*:(?: \S.*)?\r?\n(?:[ \t]+\S.*\r?\n|- \S.*\r?\n)*){2}/,
    'This looks like YAML. Paste the payload as the system sends it, such as JSON.',
  ],
  [
    /^(?:SELECT|UPDATE|DELETE|CREATE|WITH)\s/i,
    'This is an SQL statement. Paste its rows, or INSERT statements.',
  ],
]

/** Returns what a text is and what to paste instead; undefined if it has no known form. */
export function namedText(text: string): string | undefined {
  const plain = text.trimStart().slice(0, 4000)
  return named.find(([pattern]) => pattern.test(plain))?.[1]
}

/** Returns a hint for a text that starts like JSON and is none. */
export function notJson(text: string): string | undefined {
  const plain = text.slice(0, 4000)
  if (/[{[,]\s*'[^'\n]*'\s*[:,\]]|:\s*(?:None|True|False)\b/.test(plain))
    return 'It looks like a Python value: print it with json.dumps(…).'
  if (/[{,]\s*[A-Za-z_$][\w$]*\s*:/.test(plain))
    return 'It looks like a JavaScript object: print it with JSON.stringify(…).'
  if (/^\s*\[\d{4}-\d\d-\d\d|^\s*\[[A-Z]+\]/.test(plain))
    return 'It looks like a line of a log: let the program log JSON or key=value.'
  return undefined
}
