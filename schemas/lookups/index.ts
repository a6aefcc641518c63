/** Linkage layer: lists the tables that the source `lookup` of a link reads. A table's name is that of its export. */
export { minor_units } from './minor_units.ts'
