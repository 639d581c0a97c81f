import { listUsersByNames } from '../../accounts/index.ts';
import type { ResolvedReference } from '../../platform/markup/index.ts';
import { defineReferenceResolver } from './reference-registry.ts';

defineReferenceResolver('user', async (ctx, references) => {
  const users = await listUsersByNames(
    ctx,
    references.map((reference) => reference.value),
  );
  const byName = new Map(users.map((user) => [user.username.toLowerCase(), user]));
  const resolved = new Map<string, ResolvedReference>();
  for (const reference of references) {
    const user = byName.get(reference.value.toLowerCase());
    if (user) resolved.set(reference.key, { href: `/${user.username}`, title: user.name });
  }
  return resolved;
});
