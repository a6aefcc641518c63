/** Attacks on patterns: fields of saved definitions, and the texts that are hard for them. */
import type { FieldDefinition } from '../../../schemas/definition_schema.ts'

/** Pattern, and why `store` must not run it. It is taken out of the definition. */
export const refusedPatterns: readonly (readonly [pattern: string, why: RegExp])[] = [
  ['(?=a)', /lookaround/],
  ['^(?!x).*$', /lookaround/],
  ['(?<=a)b', /lookaround/],
  ['(a)\\1', /backreference/],
  ['(?<n>a)\\k<n>', /backreference/],
  ['^(a{1000}){1000}$', /invalid repeat count/],
  ['((((a{9}){9}){9}){9}){9}', /invalid repeat count/],
  ['(ab|c){900}', /too large/],
  [`(${'a{0,99}'.repeat(20)})`, /too large/],
  [`^${'a{0,99}'.repeat(7)}b$`, /too large/],
  ['\\u0041+', /invalid escape sequence/],
  ['[', /missing closing/],
  ['a++', /invalid nested repetition/],
  [`${'[a-z]*'.repeat(200)}x`, /has 1201 characters/],
]

/** Patterns that stay, although an engine that backtracks would take seconds on the texts below. */
export const keptPatterns: readonly string[] = [
  `^${'(a|aa)'.repeat(40)}$`,
  `^${'a?'.repeat(60)}b$`,
  '^(a+)+$',
  '^([a-zA-Z0-9])+([a-zA-Z0-9._-])*@([a-zA-Z0-9_-]+)([.a-zA-Z0-9_-]+)+$',
  '(a*)*b',
  '^(\\w+\\s?)*$',
  '[ab]*a[ab]{100}c',
  '(x+x+)+y',
]

/** Each of the longest length of a text with a pattern. */
export const hostileTexts: readonly string[] = [
  'a'.repeat(256),
  `${'a'.repeat(255)}!`,
  `ann@${'a'.repeat(251)}!`,
  'ab'.repeat(128),
  'x'.repeat(256),
  `${'aab'.repeat(85)}a`,
  'a '.repeat(128),
  '\u{1F600}'.repeat(128),
  '\ud800'.repeat(256),
]

export function textField(pattern: string, maxLength?: number): FieldDefinition {
  return {
    type: 'string',
    description: 'A text.',
    example: 'a',
    pattern,
    ...(maxLength !== undefined && { maxLength }),
  }
}

/** A list within lists of texts with a pattern: 200 elements on each level. */
export function lists(levels: number, element: FieldDefinition): FieldDefinition {
  if (levels === 0) return element
  const items = lists(levels - 1, element)
  return { type: 'array', description: 'A list.', example: [items.example], items }
}

/** Definitions whose patterns are bounded one by one, but not together. */
export const tooManySteps: Readonly<Record<string, Readonly<Record<string, FieldDefinition>>>> = {
  'many fields': Object.fromEntries(
    Array.from({ length: 200 }, (_, n) => [`f${n}`, textField('[ab]*a[ab]{40}c|a')]),
  ),
  'a list': { values: lists(1, textField('^(a+)+$')) },
  'lists within lists': { values: lists(3, textField('^[a-z]+$')) },
}

function numbered(count: number, value: unknown): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, value]))
}

function definition(fields: object): object {
  return { name: 'attack_seen', version: '1.0', description: 'An attack.', fields }
}

/** What → a definition that would take seconds to check, and what is said of it. */
export const tooLarge: Readonly<Record<string, readonly [() => object, RegExp]>> = {
  'many fields': [
    () => definition(numbered(50_000, textField('^a+$'))),
    /has \d+ characters as JSON; the maximum is 500000/,
  ],
  'more fields than the limit': [
    () => definition(numbered(201, textField('^a+$'))),
    /has an object of more than 200 members/,
  ],
  'a long list of values': [
    () => definition({ text: { ...textField(''), enum: Array.from({ length: 300_000 }, String) } }),
    /has \d+ characters as JSON/,
  ],
  'lists within lists': [
    () =>
      definition({
        text: Array.from({ length: 200 }).reduce((items) => ({ type: 'array', items }), textField('')),
      }),
    /nests deeper than 100 levels/,
  ],
}
