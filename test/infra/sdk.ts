/** Pulumi SDK: loads its programs and the messages of its protocol. */
import { createRequire } from 'node:module'

export const ofSdk = createRequire(createRequire(import.meta.url).resolve('@pulumi/pulumi/package.json'))
export const { Struct } = ofSdk(
  'google-protobuf/google/protobuf/struct_pb.js',
) as typeof import('google-protobuf/google/protobuf/struct_pb.js')
export const { Empty } = ofSdk(
  'google-protobuf/google/protobuf/empty_pb.js',
) as typeof import('google-protobuf/google/protobuf/empty_pb.js')
