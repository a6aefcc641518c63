/** Console: the page as `infra/build/index.ts` packs it from web/, under the name by which page.ts asks for it. */
declare module 'sluice:web' {
  /** The HTML document; `{{session}}` stands for what it is told about signing in. */
  export const document: string
  /** Script and style sheet by name, which tells their content; `gzip` is base64. */
  export const files: Readonly<Record<string, { type: string; gzip: string }>>
}
