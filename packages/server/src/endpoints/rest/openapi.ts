import { z } from 'zod';
import { abilityRow } from '../../platform/policy/permissions.ts';
import type { Route } from '../http/define-route.ts';

type JsonObject = Record<string, unknown>;

export type OpenApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, JsonObject>>;
  components: JsonObject;
  security: JsonObject[];
};

/** JSON Schema of what may be sent (`input`) or comes back (`output`). What else is sent is ignored. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: made }) => {
      if (io === 'input' && made.additionalProperties === false) delete made.additionalProperties;
    },
  });
  return rest;
}

function pathParameters(route: Route): JsonObject[] {
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const shape = route.params?.shape ?? {};
  return names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: shape[name] ? jsonSchema(shape[name] as z.ZodType, 'input') : { type: 'string' },
  }));
}

function queryParameters(route: Route): JsonObject[] {
  if (!route.input || route.method !== 'GET') return [];
  return Object.entries(route.input.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !(schema as z.ZodType).safeParse(undefined).success,
    schema: jsonSchema(schema as z.ZodType, 'input'),
  }));
}

function requestBody(route: Route): JsonObject | undefined {
  if (route.rawBody) return { content: { 'multipart/form-data': { schema: { type: 'object' } } } };
  if (!route.input || route.method === 'GET') return undefined;
  const schema = jsonSchema(route.input, 'input');
  return { content: { 'application/json': { schema }, ...(route.file && multipartContent(schema, route.file.name)) } };
}

function multipartContent(schema: JsonObject, name: string): JsonObject {
  const file = { type: 'string', format: 'binary' };
  return {
    'multipart/form-data': {
      schema: { ...schema, properties: { ...(schema['properties'] as JsonObject), [name]: file } },
    },
  };
}

function describeOperation(route: Route): JsonObject {
  const status = String(route.status ?? { POST: 201, DELETE: 204 }[route.method as string] ?? 200);
  const row = abilityRow(route.ability);
  const body = requestBody(route);
  return {
    summary: route.summary,
    tags: [route.tag],
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[/:]+(\w)/g, (_all, char: string) => char.toUpperCase()).replace(/\W/g, '')}`,
    description: `Requires the ability \`${route.ability}\`; token scopes that allow it: ${row.scopes.map((scope) => `\`${scope}\``).join(', ')}.`,
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...(body && { requestBody: body }),
    responses: {
      [status]: {
        description: 'Success',
        ...(route.response && { content: { 'application/json': { schema: jsonSchema(route.response, 'output') } } }),
      },
    },
  };
}

/** The REST endpoint as an OpenAPI 3.1 document, made from the same definitions that validate the requests. */
export function buildOpenApi(routes: readonly Route[], instance: { url: string; version: string }): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = describeOperation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tributary REST API',
      version: instance.version,
      description:
        'Compatible with the GitLab REST API v4. The `:id` of a project or group is its numeric ID or its URL-encoded path. Unknown parameters are ignored and listed in the `X-Ignored-Parameters` response header.',
    },
    servers: [{ url: `${instance.url}/api/v4` }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'PRIVATE-TOKEN' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
    security: [{ token: [] }, { bearer: [] }],
  };
}
