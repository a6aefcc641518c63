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

/** The collections whose resources have policies, as a pattern of a path. */
const withPolicy = '(?:topics|subscriptions|snapshots|schemas)'

function iamMethod(verb: string, http: 'get' | 'post', request: string, response: string) {
  return {
    requestType: request,
    responseType: response,
    options: {
      [`(google.api.http).${http}`]: `/v1/{resource=projects/*/${withPolicy}/*}:${verb}`,
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
    GetIamPolicyRequest: {
      fields: { resource: { type: 'string', id: 1 }, options: { type: 'GetPolicyOptions', id: 2 } },
    },
    GetPolicyOptions: { fields: { requestedPolicyVersion: { type: 'int32', id: 1 } } },
    SetIamPolicyRequest: {
      fields: {
        resource: { type: 'string', id: 1 },
        policy: { type: 'Policy', id: 2 },
        updateMask: { type: 'google.protobuf.FieldMask', id: 3 },
      },
    },
    Policy: {
      fields: {
        version: { type: 'int32', id: 1 },
        etag: { type: 'bytes', id: 3 },
        bindings: { rule: 'repeated', type: 'Binding', id: 4 },
        auditConfigs: { rule: 'repeated', type: 'AuditConfig', id: 6 },
      },
    },
    Binding: {
      fields: {
        role: { type: 'string', id: 1 },
        members: { rule: 'repeated', type: 'string', id: 2 },
        condition: { type: 'Expr', id: 3 },
      },
    },
    Expr: {
      fields: {
        expression: { type: 'string', id: 1 },
        title: { type: 'string', id: 2 },
        description: { type: 'string', id: 3 },
        location: { type: 'string', id: 4 },
      },
    },
    AuditConfig: {
      fields: {
        service: { type: 'string', id: 1 },
        auditLogConfigs: { rule: 'repeated', type: 'AuditLogConfig', id: 3 },
      },
    },
    AuditLogConfig: {
      fields: {
        logType: { type: 'LogType', id: 1 },
        exemptedMembers: { rule: 'repeated', type: 'string', id: 2 },
      },
    },
    LogType: { values: { LOG_TYPE_UNSPECIFIED: 0, ADMIN_READ: 1, DATA_WRITE: 2, DATA_READ: 3 } },
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
