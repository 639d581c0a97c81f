import { isReservedRoot } from '@tributary/contract/accounts/reserved-names.ts';
import { expect, test } from 'vitest';
import { slices } from '../src/app/slices.ts';

test('no user and no group can be named like an address of the instance', () => {
  const roots = new Set(slices.flatMap((slice) => slice.instanceRoots ?? []));
  const addresses = slices
    .flatMap((slice) => [
      ...(slice.pages ?? []),
      ...(slice.placeRoutes ?? []).map(({ on, route }) => ({ on, path: route.path })),
    ])
    .filter((page) => page.on === 'instance')
    .map((page) => page.path.replace(/^\//, '').split('/')[0] ?? '');
  const named = [...roots, ...addresses, 'api'].filter((root) => root !== '');
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((root) => !isReservedRoot(root))).toEqual([]);
});
