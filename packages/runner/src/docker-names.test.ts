import { expect, test } from 'vitest';
import {
  entrypointOf,
  isImageName,
  type PullPolicy,
  pullPolicies,
  registryAuths,
  serviceAliases,
} from './docker-names.ts';

test('what could be read as an option is no image', () => {
  for (const name of ['redis', 'registry.example.org:5000/group/app:1.2', 'a@sha256:0f'])
    expect(isImageName(name)).toBe(true);
  for (const name of ['--privileged', '', '-v/:/host', 'a b', 'a;b']) expect(isImageName(name)).toBe(false);
});

test('a service is reached by its image and its aliases', () => {
  expect(serviceAliases('redis:7', null)).toEqual(['redis']);
  expect(serviceAliases('registry.example.org:5000/db/postgres:16', 'db, main')).toEqual([
    'registry.example.org5000__db__postgres',
    'registry.example.org5000-db-postgres',
    'db',
    'main',
  ]);
  expect(serviceAliases('a/b@sha256:0f', '--network=host')).toEqual(['a__b', 'a-b']);
});

test('entrypoints, pull policies and sign-ins of registries', () => {
  expect(entrypointOf([''])).toEqual({ options: ['--entrypoint='], first: [] });
  expect(entrypointOf(['/init', '-q'])).toEqual({ options: ['--entrypoint=/init'], first: ['-q'] });
  expect(entrypointOf(null)).toEqual({ options: [], first: [] });
  const policies = (wanted: string[] | null, own: PullPolicy, allowed: PullPolicy[] = []) =>
    pullPolicies({ name: 'a', pull_policy: wanted }, own, allowed);
  expect(policies(null, 'if-not-present', ['never'])).toEqual(['if-not-present']);
  expect(policies([], 'always')).toEqual(['always']);
  expect(policies(['never', 'if-not-present'], 'always')).toEqual([]);
  expect(policies(['never', 'x', 'always'], 'always')).toEqual(['always']);
  expect(policies(['never', 'x', 'always'], 'always', ['never'])).toEqual(['never', 'always']);
  expect(registryAuths('{"auths":{"a":{"auth":"eA=="}},"credsStore":"x"}')).toBe('{"auths":{"a":{"auth":"eA=="}}}');
  expect(registryAuths('{')).toBeUndefined();
});
