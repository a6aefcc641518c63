/** Linkage layer: generates the code of each form of source. */
import type { Arithmetic, Link, Source } from '../../../schemas/link.ts'
import { lookupTable } from '../../../schemas/lookup.ts'
import { elementPath, namesOf, piecesOf } from '../../../schemas/source_path.ts'
import { calculationIn, isoSource, numberSource } from '../../../schemas/source_walk.ts'
import { notFinite } from '../arithmetic.ts'
import { castFailure, castFunctions, notNormal } from '../cast.ts'
import { fieldsOf } from '../link_fields.ts'
import type { Protection } from '../protect.ts'
import { compileTimeFormat } from '../time_text.ts'
import { leftOut, presentValue, tableOf } from '../values.ts'
import { eventExpression, literal, memberExpression, type Code } from './code.ts'
import { conditionCode } from './condition_code.ts'

type Form<Key extends string> = Extract<Source, { [Name in Key]: unknown }>

/** Adds the code for sources. Methods return the name of the variable that holds the value, undefined if absent. `element` is the variable of
 * the element inside `each`, undefined outside. */
export class Generator {
  readonly #code: Code
  /** Expression for the path of the object whose fields are filled. */
  #path = '""'
  /** Expression for the path of the current field. */
  #field = '""'
  /** Variable of what is wrong with the value of the current field. */
  #failure = ''
  #mayFail = false

  constructor(code: Code) {
    this.#code = code
  }

  fields(
    link: Link,
    element: string | undefined,
    protectionOf?: (field: string) => Protection | undefined,
  ): string {
    const { fields, join } = fieldsOf(link)
    const objects = new Map([['', this.#code.variable()]])
    for (const { names } of fields)
      for (let depth = 1; depth < names.length; depth++) {
        const path = names.slice(0, depth).join('.')
        if (!objects.has(path)) objects.set(path, this.#code.variable())
      }
    /** Returns an expression for the object at a path, which creates the object on first use. */
    const objectAt = (names: readonly string[]): string => {
      const variable = objects.get(names.join('.'))!
      if (names.length === 0) return `(${variable} ??= {})`
      const place = `${objectAt(names.slice(0, -1))}[${literal(names.at(-1))}]`
      return `(${variable} ??= ${place} = ${join ? `joined(${place})` : '{}'})`
    }
    const outer = { path: this.#path, field: this.#field, failure: this.#failure, mayFail: this.#mayFail }
    this.#failure = this.#code.variable()
    for (const { field, names, source } of fields) {
      this.#path = outer.path
      this.#field = `${outer.path} + ${literal(field)}`
      this.#mayFail = false
      const value = this.source(source, element)
      const protect = protectionOf?.(field)
      if (protect) {
        this.#code.add(`if (${value} !== undefined) {`)
        this.#code.add(`${value} = ${this.#code.constant(protect)}(${value})`)
        this.#addFailure(value, notNormal)
        this.#code.add('}')
      }
      const place = `${objectAt(names.slice(0, -1))}[${literal(names.at(-1))}]`
      this.#code.add(`if (${value} !== undefined) ${place} = ${value}`)
      if (this.#mayFail) {
        this.#code.add(`else if (${this.#failure} !== undefined) lost?.set(${this.#field}, ${this.#failure})`)
        this.#code.add(`${this.#failure} = undefined`)
      }
    }
    this.#path = outer.path
    this.#field = outer.field
    this.#failure = outer.failure
    this.#mayFail = outer.mayFail
    return objects.get('')!
  }

  /** Adds the code that notes a failure if the value has become undefined. */
  #addFailure(value: string, failure: string): void {
    this.#mayFail = true
    this.#code.add(`if (${value} === undefined) ${this.#failure} = ${literal(failure)}`)
  }

  source(source: Source, element: string | undefined): string {
    if (typeof source === 'string') return this.path(source, element)
    const { default: standard, as, values, consent } = source
    const result = this.#code.variable()
    if (consent !== undefined)
      this.#code.add(`if (${memberExpression('event["consent"]', consent)} === 'granted') {`)
    else this.#code.add('{')
    const value = this.form(source, element)
    if (values)
      this.#code.add(
        `if (${value} !== undefined) ${value} = valueIn(${this.#code.constant(tableOf(values))}, ${value})`,
      )
    if (as) {
      this.#code.add(`if (${value} !== undefined) {\n${value} = casts.${as}(${value})`)
      this.#addFailure(value, castFailure(as))
      this.#code.add('}')
    }
    this.#tidy(value)
    const fallback =
      standard === undefined ? undefined : presentValue(as ? castFunctions[as](standard) : standard)
    this.#code.add(`${result} = ${value}${fallback === undefined ? '' : ` ?? ${literal(fallback)}`}\n}`)
    return result
  }

  /** Null and empty values count as absent. */
  #tidy(value: string): void {
    this.#code.add(`if (typeof ${value} === 'object' || ${value} === '') ${value} = presentValue(${value})`)
  }

  form(source: Exclude<Source, string>, element: string | undefined): string {
    if ('const' in source) return this.#code.variable(literal(source.const))
    if ('from' in source) return this.path(source.from, element)
    if ('first' in source) return this.#first(source.first, element)
    if ('template' in source) return this.#template(source.template, element)
    if ('each' in source) return this.#each(source, element)
    if ('list' in source) return this.#list(source.list, element)
    if ('pluck' in source) return this.#code.variable(this.#plucked(source.pluck, element))
    if ('sum' in source) return this.#code.variable(this.#sum(source, element))
    if ('count' in source) return this.#code.variable(`countOf(${this.path(source.count, element)})`)
    if ('object' in source) {
      this.#path = `${this.#field} + "."`
      return this.fields(source.object, element)
    }
    if ('when' in source) return this.#when(source, element)
    if ('rest' in source) {
      const except = this.#code.constant(leftOut(source.rest.except, element !== undefined))
      return this.#code.variable(`rest(${element ?? 'data'}, ${except})`)
    }
    if ('lookup' in source) {
      const table = this.#code.constant(tableOf(lookupTable(source.lookup)))
      return this.#code.variable(`valueIn(${table}, ${this.source(source.key, element)})`)
    }
    if ('time' in source) {
      const write = this.#code.constant(compileTimeFormat(source.format, source.time_zone))
      const iso = this.source(isoSource(source.time), element)
      return this.#code.variable(`${iso} === undefined ? undefined : ${write}(${iso})`)
    }
    return this.#arithmetic(source, element)
  }

  path(path: string, element: string | undefined): string {
    const [first, ...others] = namesOf(path)
    let expression = element ? memberExpression(element, first) : eventExpression(first)
    if (path === 'target_event') expression = 'targetEvent'
    for (const name of others) expression = memberExpression(`(${expression})`, name)
    const value = this.#code.variable(expression)
    this.#tidy(value)
    return value
  }

  #first(sources: readonly Source[], element: string | undefined): string {
    const result = this.#code.variable()
    for (const source of sources) {
      this.#code.add(`if (${result} === undefined) {`)
      this.#code.add(`${result} = ${this.source(source, element)}\n}`)
    }
    return result
  }

  #template(template: string, element: string | undefined): string {
    const result = this.#code.variable()
    const texts: string[] = []
    let open = 0
    for (const piece of piecesOf(template)) {
      if ('text' in piece) {
        texts.push(literal(piece.text))
        continue
      }
      const value = piece.as
        ? this.source({ from: piece.path, as: piece.as }, element)
        : this.path(piece.path, element)
      this.#code.add(`if (${value} !== undefined) {`)
      open++
      texts.push(`textOf(${value})`)
    }
    this.#code.add(`${result} = ${texts.join(' + ')}\n${'}'.repeat(open)}`)
    return result
  }

  #each({ each, map }: Form<'each'>, element: string | undefined): string {
    const result = this.#code.variable()
    const list = this.path(each, element)
    const [inner, index] = [this.#code.variable(), this.#code.variable()]
    this.#code.add(`if (Array.isArray(${list})) {\n${result} = []`)
    this.#code.add(
      `for (${index} = 0; ${index} < ${list}.length; ${index}++) {\n${inner} = ${list}[${index}]`,
    )
    this.#path = `${this.#field} + "[" + ${index} + "]."`
    const linked = this.fields(map, inner)
    this.#code.add(`if (${linked} !== undefined) ${result}.push(${linked})\n}`)
    this.#code.add(`if (${result}.length === 0) ${result} = undefined\n}`)
    return result
  }

  #list(sources: readonly Source[], element: string | undefined): string {
    const result = this.#code.variable('[]')
    for (const source of sources) {
      const value = this.source(source, element)
      this.#code.add(`if (${value} !== undefined) ${result}.push(${value})`)
    }
    this.#code.add(`if (${result}.length === 0) ${result} = undefined`)
    return result
  }

  #plucked(path: string, element: string | undefined): string {
    const { list, field } = elementPath(path)
    return `pluck(${this.path(list, element)}, ${literal(field)})`
  }

  #sum({ sum: path, times }: Form<'sum'>, element: string | undefined): string {
    if (times === undefined) return `sum(${this.#plucked(path, element)})`
    const { list, field } = elementPath(path)
    return `sumOfProducts(${this.path(list, element)}, ${literal(field)}, ${literal(times)})`
  }

  #arithmetic(source: Arithmetic, element: string | undefined): string {
    const result = this.#code.variable()
    const { calculation, operands } = calculationIn(source)
    const numbers = operands.map((operand) => {
      const value = this.source(numberSource(operand), element)
      this.#code.add(`if (${value} !== undefined) {`)
      return value
    })
    this.#code.add(`${result} = calculated(${literal(calculation)}, [${numbers.join()}])`)
    this.#addFailure(result, notFinite)
    this.#code.add('}'.repeat(numbers.length))
    return result
  }

  #when({ when, then, else: otherwise }: Form<'when'>, element: string | undefined): string {
    const result = this.#code.variable()
    const holds = conditionCode(this.#code, when, element !== undefined, (path) => this.path(path, element))
    this.#code.add(`if (${holds}) {`)
    this.#code.add(`${result} = ${this.source(then, element)}\n}`)
    if (otherwise !== undefined) {
      this.#code.add('else {')
      this.#code.add(`${result} = ${this.source(otherwise, element)}\n}`)
    }
    return result
  }
}
