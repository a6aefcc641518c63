/** Linkage layer: puts the further fields of a link, `extra.<path>`, where the third party gets them: at `<path>`. Pure. */
import { isPlainObject, type Members } from './values.ts'

/** Returns the fields with the members of `extra` in their places. A field of the target overrides an extra one. */
export function withExtra({ extra, ...fields }: Members): Members {
  return isPlainObject(extra) ? joinedWith(extra, fields) : fields
}

function joinedWith(extra: Members, fields: Members): Members {
  const both = Object.entries(extra).flatMap(([name, value]): [string, unknown][] => {
    const own = Object.hasOwn(fields, name) ? fields[name] : undefined
    return isPlainObject(value) && isPlainObject(own) ? [[name, joinedWith(value, own)]] : []
  })
  return { ...extra, ...fields, ...Object.fromEntries(both) }
}
