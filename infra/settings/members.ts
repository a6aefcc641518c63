/** Settings: schema of a list of IAM members. */
import { Type } from 'typebox'

const Member = Type.String({
  pattern: '^(user|serviceAccount|group):[^@\\s]+@[^@\\s]+$|^domain:[^@\\s]+$|^principal(Set)?://\\S+$',
  description: 'an IAM member',
  examples: ['group:analysts@acme.example'],
})

export const MemberList = Type.Array(Member, {
  uniqueItems: true,
  default: [],
  description: 'a list of IAM members',
  examples: [['group:analysts@acme.example']],
})
