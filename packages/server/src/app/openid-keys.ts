import type { FastifyInstance } from 'fastify';
import { publicKeys } from '../ci/index.ts';
import type { Platform } from '../platform/context.ts';

const MAX_AGE = 'public, max-age=300';

/** What other services need to verify the ID tokens of jobs: everybody may read it. */
export function bindOpenIdKeys(server: FastifyInstance, platform: Platform): void {
  server.get('/oauth/discovery/keys', async (_request, reply) => {
    reply.header('cache-control', MAX_AGE);
    return publicKeys(platform);
  });
  server.get('/.well-known/openid-configuration', async (_request, reply) => {
    reply.header('cache-control', MAX_AGE);
    const { url } = platform.config;
    return {
      issuer: url,
      jwks_uri: `${url}/oauth/discovery/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
      subject_types_supported: ['public'],
      response_types_supported: ['id_token'],
      claims_supported: [
        'iss',
        'sub',
        'aud',
        'exp',
        'nbf',
        'iat',
        'jti',
        'project_path',
        'ref',
        'ref_type',
        'ref_protected',
      ],
    };
  });
}
