/** Console: declares imports of style sheets, which the build bundles. */
declare module '*.css'
