/** Target layer: schema keywords for members that a vendor requires only in some events. */

/** True if an event's field has one of these values. */
interface When {
  field: string
  is: readonly string[]
}

/** Requires these members, in the event itself or in its object `of`, if the condition is true. */
export function requires(members: readonly string[], { field, is }: When, of?: string) {
  return {
    if: { required: [field], properties: { [field]: { enum: is } } },
    then:
      of === undefined
        ? { required: members }
        : { required: [of], properties: { [of]: { required: members } } },
  }
}
