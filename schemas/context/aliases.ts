/** Context fields: lists other names that every event type accepts for a context field. Without a line here no name is changed. */

/** Other name → context field, such as `userId: 'user_id'`. An event field of the same name is not touched. */
export const contextAliases: Readonly<Record<string, string>> = {}
