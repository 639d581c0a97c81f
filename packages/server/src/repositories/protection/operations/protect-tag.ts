import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { ProtectTagInput } from '@tributary/contract/projects/repository-inputs.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { accessTexts } from '../rules/level-text.ts';
import type { TagRule } from '../rules/protection-rule.ts';
import { deleteTagRule, insertTagRule, listTagRules } from '../tags/tag-store.ts';
import { entriesFor } from './checked-access.ts';

const MAX_NAME = 255;

export async function getTagRule(ctx: Context, projectId: number, name: string): Promise<TagRule> {
  const rule = (await listTagRules(ctx.db, projectId)).find((each) => each.name === name);
  if (!rule) throw new AppError('not_found', { resource: 'Protected Tag' });
  return rule;
}

async function record(
  ctx: Context,
  projectId: number,
  action: 'created' | 'updated' | 'deleted',
  rule: TagRule,
): Promise<void> {
  const summary = { name: rule.name, create: accessTexts(rule.create) };
  await audit(ctx, `protected_tag.${action}`, { type: 'project', id: projectId }, summary);
  await publish(ctx, `project:${projectId}`, 'protection_changed', { projectId });
}

export const protectTag = defineOperation<ProtectTagInput & { projectId: number }, ProjectAccess, TagRule>({
  name: 'protected_tag.create',
  load: (ctx, input) => getProjectAccess(ctx, input.projectId),
  check: (ctx, access) => can(ctx.actor, 'admin_protected_refs', access.policy),
  run: async (ctx, access, input) => {
    const name = input.name.trim();
    if (name === '' || name.length > MAX_NAME) throw new AppError('tag_protection_name_invalid');
    const projectId = access.project.id;
    const rules = await listTagRules(ctx.db, projectId);
    if (rules.some((rule) => rule.name === name)) throw new AppError('tag_protection_exists', { name });
    const create = await entriesFor(
      ctx,
      { kind: 'project', id: projectId },
      input.create_access_level,
      input.allowed_to_create,
    );
    await insertTagRule(ctx.db, { projectId, name, create });
    const rule = await getTagRule(ctx, projectId, name);
    await record(ctx, projectId, 'created', rule);
    return rule;
  },
});

export const unprotectTag = defineOperation<{ projectId: number; name: string }, ProjectAccess, void>({
  name: 'protected_tag.delete',
  load: (ctx, input) => getProjectAccess(ctx, input.projectId),
  check: (ctx, access) => can(ctx.actor, 'admin_protected_refs', access.policy),
  run: async (ctx, access, input) => {
    const rule = await getTagRule(ctx, access.project.id, input.name);
    await deleteTagRule(ctx.db, access.project.id, rule.id);
    await record(ctx, access.project.id, 'deleted', rule);
  },
});
