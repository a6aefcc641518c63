/** Creator tests: lists texts that try to harm the page. */

const columns = 1_000_000

/** Titles and texts. */
export const hostile: readonly (readonly [string, string])[] = [
  [
    'scripts in names and values',
    JSON.stringify([
      {
        '<img src=x onerror="window.harmed=1">': '<script>window.harmed=1</script>',
        url: 'javascript:window.harmed=1',
        html: '"><iframe srcdoc="<script>parent.harmed=1</script>">',
      },
    ]),
  ],
  [
    '__proto__ as a name',
    '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"a":1}',
  ],
  ['__proto__ in a form', '__proto__[polluted]=yes&constructor[prototype][polluted]=yes&a=1'],
  [
    'a million columns',
    `${Array.from({ length: columns }, (_, index) => index.toString(36)).join(',')}\n${'1,'.repeat(columns)}\n`,
  ],
  [
    'a million fields',
    `{${Array.from({ length: columns }, (_, index) => `"${index.toString(36)}":1`).join(',')}}`,
  ],
  ['fifty thousand levels', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  [
    'two thousand fields',
    JSON.stringify(
      Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`f${index}`, `<b>${index}</b>`])),
    ),
  ],
  ['nul bytes and lone surrogates', '{"a\\u0000b":"\\ud800","c":"\u202ereversed"}'],
]
