/** Script engine: keeps the temporary tables of a script in a hidden dataset of their own, until the script ends. */
import { randomBytes } from 'node:crypto'
import type { Rights, TableReference } from '../../googlesql/catalog.ts'
import { temporaryPrefix } from '../catalog.ts'
import { createDataset, dropDataset } from '../tables.ts'
import type { Warehouse } from '../warehouse.ts'

export class TemporaryTables {
  readonly #warehouse: Warehouse
  readonly project: string
  readonly dataset = temporaryPrefix + randomBytes(8).toString('hex')

  constructor(warehouse: Warehouse, project: string) {
    this.#warehouse = warehouse
    this.project = project
  }

  /** Returns the table of that name if it exists, or in any case if it is about to be created. */
  reference(name: string, create = false): TableReference | undefined {
    const reference = { project: this.project, dataset: this.dataset, table: name }
    return create || this.#warehouse.catalog.table(reference) ? reference : undefined
  }

  /** True if the text names one of the tables. It may be true by chance. */
  isNamedIn(text: string): boolean {
    return this.#warehouse.catalog
      .tables(this.project, this.dataset)
      .some(({ table }) => text.includes(table))
  }

  /** Creates the hidden dataset, unless it exists. */
  async prepare(): Promise<void> {
    if (this.#exists()) return
    await this.#warehouse.change((change) => createDataset(change, this, {}))
  }

  async drop(): Promise<void> {
    if (this.#exists()) await this.#warehouse.change((change) => dropDataset(change, this, true))
  }

  #exists(): boolean {
    return this.#warehouse.catalog.hasDataset(this.project, this.dataset)
  }

  /** Returns the caller's rights, with all rights on these tables. */
  rights(given: Rights): Rights {
    const isOwn = ({ dataset }: { dataset: string }): boolean => dataset === this.dataset
    return {
      demandQuery(table) {
        if (!isOwn(table)) given.demandQuery(table)
      },
      demandTable(permission, table) {
        if (!isOwn(table)) given.demandTable(permission, table)
      },
      demandDataset(permission, key) {
        if (!isOwn(key)) given.demandDataset(permission, key)
      },
    }
  }
}
