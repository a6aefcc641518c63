/** Sync: derives the ids of changes, in GoogleSQL. Pure. */

/** Makes a UUID of version 8 (RFC 9562 §5.8) from a hash in hex. */
function asUuid(hex: string): string {
  return `REGEXP_REPLACE(${hex}, r'^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$', r'\\1-\\2-8\\3-8\\4-\\5')`
}

/** The id of a change of a row from its last delivery to this hash, which is NULL for a removal. Arguments: SQL. */
export function changeId(rowKey: string, rowHash: string, lastEventId: string): string {
  return asUuid(
    `TO_HEX(SHA256(TO_JSON_STRING([@sync, @destination, ${rowKey}, ${rowHash}, ${lastEventId}])))`,
  )
}

/** The id of the removal of a person whose changed row has this id: SQL. */
export function removalId(id: string): string {
  return asUuid(`TO_HEX(SHA256(TO_JSON_STRING([${id}, 'removed'])))`)
}
