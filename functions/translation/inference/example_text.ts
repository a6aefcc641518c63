/** Inference: the text of an example value, as questions and patterns read it. Pure. */

export function exampleText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
