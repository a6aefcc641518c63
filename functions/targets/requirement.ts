/** Target layer: what a vendor requires of some events only, as keywords of their schema. */

/** When an event's field has one of these values. */
interface When {
  field: string
  is: readonly string[]
}

/** Then these members must be there, in the event itself or in its object `of`. */
export function requires(members: readonly string[], { field, is }: When, of?: string) {
  return {
    if: { required: [field], properties: { [field]: { enum: is } } },
    then:
      of === undefined
        ? { required: members }
        : { required: [of], properties: { [of]: { required: members } } },
  }
}
