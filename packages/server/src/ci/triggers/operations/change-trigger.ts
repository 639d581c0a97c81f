import { randomBytes } from 'node:crypto';
import { AppError, failFields, refuse } from '@tributary/contract/errors/app-error.ts';
import { freshSessionRefusal } from '../../../accounts/index.ts';
import { actorId } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import {
  countTriggers,
  deleteTriggerRow,
  findTriggerRow,
  insertTrigger,
  type TriggerRow,
  updateTrigger as updateRow,
} from '../trigger-store.ts';

const PREFIX = 'glptt-';
const TOKEN_BYTES = 20;
const HINT = PREFIX.length + 4;
const MAX_TRIGGERS = 100;

type NewTrigger = { projectId: number; description: string; expiresAt?: Date | null | undefined };

/** A token with which other systems start pipelines as its owner. It is shown this once. */
export const createTrigger = defineOperation<NewTrigger, ProjectAccess, { row: TriggerRow; token: string }>({
  name: 'ci_trigger.create',
  load: (ctx, { projectId }) => getProjectAccess(ctx, projectId),
  check: async (ctx, { policy }) =>
    can(ctx.actor, 'admin_pipeline_triggers', policy) ??
    (actorId(ctx.actor) === undefined ? refuse('forbidden') : await freshSessionRefusal(ctx)),
  run: async (ctx, { project }, { description, expiresAt }) => {
    if ((await countTriggers(ctx.db, project.id)) >= MAX_TRIGGERS) {
      failFields({ base: [`Maximum number of pipeline triggers (${MAX_TRIGGERS}) exceeded`] });
    }
    if (expiresAt && expiresAt <= ctx.clock.now()) failFields({ expires_at: ['must be in the future'] });
    const token = PREFIX + randomBytes(TOKEN_BYTES).toString('hex');
    const row = await insertTrigger(ctx.db, {
      project_id: project.id,
      owner_id: actorId(ctx.actor) ?? 0,
      description: description.trim(),
      token_hash: ctx.secrets.digest(token),
      token_hint: token.slice(0, HINT),
      expires_at: expiresAt ?? null,
    });
    await audit(ctx, 'ci_trigger.created', { type: 'project', id: project.id }, { trigger_id: row.id });
    return { row, token };
  },
});

type Which = { projectId: number; triggerId: number };
type Loaded = ProjectAccess & { trigger: TriggerRow };

async function load(ctx: Context, { projectId, triggerId }: Which): Promise<Loaded> {
  const access = await getProjectAccess(ctx, projectId);
  const trigger = await findTriggerRow(ctx.db, access.project.id, triggerId);
  if (!trigger) throw new AppError('not_found', { resource: 'Trigger' });
  return { ...access, trigger };
}

export const updateTrigger = defineOperation<Which & { description: string | undefined }, Loaded, TriggerRow>({
  name: 'ci_trigger.update',
  load,
  check: (ctx, { policy, trigger }) =>
    can(ctx.actor, 'admin_pipeline_triggers', policy) ??
    (trigger.owner_id === actorId(ctx.actor) ? null : refuse('forbidden')),
  run: (ctx, { trigger }, { description }) => updateRow(ctx.db, trigger.id, description?.trim() ?? trigger.description),
});

export const deleteTrigger = defineOperation<Which, Loaded, void>({
  name: 'ci_trigger.delete',
  load,
  check: (ctx, { policy }) => can(ctx.actor, 'admin_pipeline_triggers', policy),
  run: async (ctx, { project, trigger }) => {
    await deleteTriggerRow(ctx.db, trigger.id);
    await audit(ctx, 'ci_trigger.deleted', { type: 'project', id: project.id }, { trigger_id: trigger.id });
  },
});
