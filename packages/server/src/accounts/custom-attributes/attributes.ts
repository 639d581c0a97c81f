import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can, INSTANCE, isAllowed } from '../../platform/policy/policy.ts';
import {
  type AttributeTarget,
  type CustomAttribute,
  deleteAttribute,
  idsWithAttributes,
  listAttributes,
  putAttribute,
} from './attribute-store.ts';

export type { AttributeTarget } from './attribute-store.ts';

/** The caller has loaded the target, and made sure that the actor may see its attributes. */
export const customAttributesOf = (ctx: Context, target: AttributeTarget): Promise<CustomAttribute[]> =>
  listAttributes(ctx.db, target);

export async function getCustomAttribute(ctx: Context, target: AttributeTarget, key: string): Promise<CustomAttribute> {
  const found = (await listAttributes(ctx.db, target)).find((each) => each.key === key);
  if (!found) throw new AppError('not_found', { resource: 'Custom Attribute' });
  return found;
}

type Change = { target: AttributeTarget; key: string };

/** The caller has loaded the target. */
export const setCustomAttribute = defineOperation<Change & { value: string }, void, CustomAttribute>({
  name: 'custom_attribute.set',
  load: () => Promise.resolve(),
  check: (ctx) => can(ctx.actor, 'administer', INSTANCE),
  run: async (ctx, _loaded, { target, key, value }) => {
    await putAttribute(ctx.db, target, { key, value });
    await audit(ctx, 'custom_attribute.set', { type: target.kind, id: target.id }, { key });
    return { key, value };
  },
});

export const deleteCustomAttribute = defineOperation<Change, void, void>({
  name: 'custom_attribute.delete',
  load: () => Promise.resolve(),
  check: (ctx) => can(ctx.actor, 'administer', INSTANCE),
  run: async (ctx, _loaded, { target, key }) => {
    if (!(await deleteAttribute(ctx.db, target, key)))
      throw new AppError('not_found', { resource: 'Custom Attribute' });
    await audit(ctx, 'custom_attribute.deleted', { type: target.kind, id: target.id }, { key });
  },
});

/** For lists: undefined does not limit them. As in GitLab, only administrators limit lists by it. */
export async function idsByCustomAttributes(
  ctx: Context,
  kind: AttributeTarget['kind'],
  filter: Readonly<Record<string, string>> | undefined,
): Promise<number[] | undefined> {
  if (!filter || Object.keys(filter).length === 0) return undefined;
  if (!isAllowed(ctx.actor, 'read_administration', INSTANCE)) return undefined;
  return idsWithAttributes(ctx.db, kind, filter);
}
