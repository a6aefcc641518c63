/** Protobuf definitions of the Pub/Sub API, as the official client ships them, for the REST and the gRPC server. */
import clientProtos from '@google-cloud/pubsub-api/build/protos/protos.json' with { type: 'json' }

/** A namespace, message, enum or service, in the JSON form of protobufjs. */
export interface ProtoDefinition {
  nested?: Record<string, ProtoDefinition>
  fields?: Record<string, ProtoField>
  values?: Record<string, number>
  methods?: Record<string, MethodDefinition>
}

export interface ProtoField {
  type: string
  rule?: 'repeated'
  keyType?: string
}

export interface MethodDefinition {
  requestType: string
  responseType: string
  requestStream?: boolean
  options?: Record<string, string>
}

function on(template: string, verb: string) {
  return `/v1/{resource=projects/*/${template}/*}:${verb}`
}

function iamMethod(verb: string, http: 'get' | 'post', request: string, response: string) {
  return {
    requestType: request,
    responseType: response,
    options: {
      [`(google.api.http).${http}`]: on('topics', verb),
      [`(google.api.http).additional_bindings.${http}`]: on('subscriptions', verb),
      ...(http === 'post' && { '(google.api.http).body': '*' }),
    },
  }
}

/** The served part of google/iam/v1/iam_policy.proto, which the client's package does not contain. */
const iam: ProtoDefinition = {
  nested: {
    IAMPolicy: {
      methods: {
        TestIamPermissions: iamMethod(
          'testIamPermissions',
          'post',
          'TestIamPermissionsRequest',
          'TestIamPermissionsResponse',
        ),
        GetIamPolicy: iamMethod('getIamPolicy', 'get', 'GetIamPolicyRequest', 'Policy'),
        SetIamPolicy: iamMethod('setIamPolicy', 'post', 'SetIamPolicyRequest', 'Policy'),
      },
    },
    TestIamPermissionsRequest: {
      fields: {
        resource: { type: 'string', id: 1 },
        permissions: { rule: 'repeated', type: 'string', id: 2 },
      },
    },
    TestIamPermissionsResponse: { fields: { permissions: { rule: 'repeated', type: 'string', id: 1 } } },
    GetIamPolicyRequest: { fields: { resource: { type: 'string', id: 1 } } },
    SetIamPolicyRequest: { fields: { resource: { type: 'string', id: 1 } } },
    Policy: { fields: {} },
  } as Record<string, ProtoDefinition>,
}

const root = clientProtos as ProtoDefinition
const google = root.nested?.['google']?.nested ?? {}
google['iam'] = { nested: { v1: iam } }

/** All definitions, for proto-loader. */
export const protos: ProtoDefinition = root

/** Returns the definition of a full name such as `google.pubsub.v1.Topic`, or undefined if it does not exist. */
export function definition(fullName: string): ProtoDefinition | undefined {
  return fullName.split('.').reduce<ProtoDefinition | undefined>((scope, name) => scope?.nested?.[name], root)
}

/** Resolves a type name within a message or package, by protobuf's scoping rules. */
export function resolveType(scope: string, name: string): string {
  for (let path = scope.split('.'); path.length > 0; path = path.slice(0, -1)) {
    const candidate = [...path, name].join('.')
    if (definition(candidate)) return candidate
  }
  return name
}
