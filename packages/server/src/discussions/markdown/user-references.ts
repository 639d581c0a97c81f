import type { Extensions } from '../../platform/extensions.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { listUsersByNames } from '../../accounts/index.ts';
import type { ResolvedReference } from '../../platform/markup/index.ts';
import { groupsByPaths } from '../../projects/index.ts';
import { defineReferenceResolver } from './reference-registry.ts';

export const markdownUserReferences: Extensions = [
  /** Users, and what has the same sign: groups that the reader may see. */
  defineReferenceResolver('user', async (ctx, references) => {
    const names = references.map(({ value }) => value);
    const users = await listUsersByNames(ctx, names);
    const byName = new Map<string, ResolvedReference>(
      users.map((user) => [user.username.toLowerCase(), { href: `/${user.username}`, title: user.name }]),
    );
    const others = names.filter((name) => !byName.has(name.toLowerCase()));
    for (const group of await groupsByPaths(ctx, others)) {
      byName.set(group.full_path.toLowerCase(), {
        href: `/groups/${encodePath(group.full_path)}`,
        title: group.name,
      });
    }
    return new Map(
      references.flatMap(({ key, value }) => {
        const found = byName.get(value.toLowerCase());
        return found ? [[key, found]] : [];
      }),
    );
  }),
];
