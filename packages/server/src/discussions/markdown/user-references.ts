import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByNames } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import type { ResolvedReference } from '../../platform/markup/index.ts';
import { getNamespaceAccessByPath } from '../../projects/index.ts';
import { defineReferenceResolver } from './reference-registry.ts';

/** Each group is looked for on its own: no text needs more of them. */
const MAX_GROUPS = 50;

/** People, and what has the same sign: groups that the reader may see. */
defineReferenceResolver('user', async (ctx, references) => {
  const users = await listUsersByNames(
    ctx,
    references.map((reference) => reference.value),
  );
  const byName = new Map(users.map((user) => [user.username.toLowerCase(), user]));
  const resolved = new Map<string, ResolvedReference>();
  const others: (typeof references)[number][] = [];
  for (const reference of references) {
    const user = byName.get(reference.value.toLowerCase());
    if (user) resolved.set(reference.key, { href: `/${user.username}`, title: user.name });
    else others.push(reference);
  }
  for (const { key, value } of others.slice(0, MAX_GROUPS)) {
    const group = await findGroup(ctx, value);
    if (group) resolved.set(key, group);
  }
  return resolved;
});

async function findGroup(ctx: Context, path: string): Promise<ResolvedReference | undefined> {
  try {
    const { namespace } = await getNamespaceAccessByPath(ctx, path);
    if (namespace.kind !== 'group') return undefined;
    return { href: `/groups/${encodePath(namespace.full_path)}`, title: namespace.name };
  } catch (error) {
    if (error instanceof AppError && (error.kind === 'not_found' || error.code === 'moved')) return undefined;
    throw error;
  }
}
