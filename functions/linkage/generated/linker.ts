/** Linkage layer: compiles a link to generated code, which is several times faster than closures. */
import type { Link } from '../../../schemas/link.ts'
import type { Protection } from '../protect.ts'
import type { Members } from '../values.ts'
import { Code, runtime } from './code.ts'
import { Generator } from './generator.ts'

type GeneratedLinker = (
  event: Members,
  targetEvent: string | undefined,
  lost: Map<string, string> | undefined,
) => Record<string, unknown>

/** Generates the function that links one event, as `Linker` describes. */
export function generateLinker(
  link: Link,
  protectionOf: (field: string) => Protection | undefined,
): GeneratedLinker {
  const code = new Code()
  const linked = new Generator(code).fields(link, undefined, protectionOf)
  const body =
    `'use strict'\nconst { ${Object.keys(runtime).join(', ')} } = runtime\n` +
    `return (event, targetEvent, lost) => {\n` +
    `const data = isObject(event.event_data) ? event.event_data : {}\n${code.text}return ${linked} ?? {}\n}`
  // oxlint-disable-next-line typescript/no-implied-eval -- names and constants enter as JSON, paths are checked
  const make = new Function('runtime', 'constants', body) as (...args: unknown[]) => GeneratedLinker
  return make(runtime, code.constants)
}
