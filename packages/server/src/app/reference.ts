import type { FastifyInstance } from 'fastify';
import type { ApiReferencePageData } from '@tributary/contract/page/api-reference.ts';
import type { Route } from '../endpoints/http/define-route.ts';
import { definePage, type Page } from '../endpoints/pages/define-page.ts';
import { buildOpenApi, type OpenApiDocument } from '../endpoints/rest/openapi.ts';
import type { Config } from '../platform/config.ts';

/** Made once, when first asked for. */
export function createReference(routes: () => readonly Route[], config: Config): () => OpenApiDocument {
  let made: OpenApiDocument | undefined;
  return () => (made ??= buildOpenApi(routes(), config));
}

export function bindOpenApi(server: FastifyInstance, document: () => OpenApiDocument): void {
  server.get('/api/v4/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(document()),
  );
}

type ParameterLike = { name: string; in: string; required?: boolean; schema?: Record<string, unknown> };

function typeName(schema: Record<string, unknown> | undefined): string {
  if (!schema) return '';
  if (Array.isArray(schema['enum'])) return schema['enum'].map(String).join(' | ');
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(options)) {
    return [...new Set(options.map((option) => typeName(option as Record<string, unknown>)))]
      .filter(Boolean)
      .join(' | ');
  }
  return typeof schema['type'] === 'string' ? schema['type'] : '';
}

function bodyParameters(operation: Record<string, unknown>): ParameterLike[] {
  const body = operation['requestBody'] as
    | { content?: Record<string, { schema?: Record<string, unknown> }> }
    | undefined;
  const schema = body?.content?.['application/json']?.schema;
  const properties = (schema?.['properties'] ?? {}) as Record<string, Record<string, unknown>>;
  const required = (schema?.['required'] ?? []) as string[];
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'body',
    required: required.includes(name),
    schema: property,
  }));
}

/** The same document as a page to read. */
export function referencePage(document: () => OpenApiDocument): Page {
  return definePage({
    kind: 'api_reference',
    on: 'instance',
    path: 'help/api',
    ability: 'read_instance',
    load: async () => {
      const all = document();
      const operations = Object.entries(all.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          summary: String(operation['summary']),
          description: String(operation['description']),
          tag: String((operation['tags'] as string[])[0]),
          parameters: [...((operation['parameters'] ?? []) as ParameterLike[]), ...bodyParameters(operation)].map(
            (each) => ({
              name: each.name,
              place: each.in,
              isRequired: each.required ?? false,
              type: typeName(each.schema),
            }),
          ),
        })),
      );
      const data: ApiReferencePageData = { version: all.info.version, baseUrl: all.servers[0]?.url ?? '', operations };
      return { title: 'REST API', data };
    },
  });
}
