import type { RunnerFields } from '@tributary/contract/ci/runners.ts';
import { failFields, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can, INSTANCE, type PolicySubject } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, getProjectAccess } from '../../../projects/index.ts';
import { generateRegistrationToken, generateRunnerToken, type RunnerRegistration } from '../runner-tokens.ts';
import { type RegistrationOwner, setRegistrationToken } from '../store/registration-store.ts';
import { assignProject, insertRunner, type RunnerRow } from '../store/runner-store.ts';

/** A runner and its token, which is shown this once. */
export type NewRunner = { runner: RunnerRow; token: string };
type LoadedOwner = { policy: PolicySubject };

async function loadOwner(ctx: Context, owner: RegistrationOwner): Promise<LoadedOwner> {
  if (owner.kind === 'instance') return { policy: INSTANCE };
  return owner.kind === 'project' ? getProjectAccess(ctx, owner.id) : getNamespaceAccess(ctx, owner.id);
}

/** Why the actor may not add runners to the instance, a group or a project. */
export function ownerRefusal(ctx: Context, owner: RegistrationOwner, { policy }: LoadedOwner): Refusal | null {
  return can(ctx.actor, `admin_${owner.kind}_runners`, policy);
}

/** The columns of what was sent; what was left out stays. */
export function toColumns(fields: RunnerFields) {
  const paused = fields.paused ?? (fields.active === undefined ? undefined : !fields.active);
  return {
    ...(fields.description !== undefined && { description: fields.description }),
    ...(fields.maintenance_note !== undefined && { maintenance_note: fields.maintenance_note }),
    ...(paused !== undefined && { is_paused: paused }),
    ...(fields.locked !== undefined && { is_locked: fields.locked }),
    ...(fields.run_untagged !== undefined && { runs_untagged: fields.run_untagged }),
    ...(fields.tag_list !== undefined && { tags: fields.tag_list }),
    ...(fields.access_level !== undefined && { access_level: fields.access_level }),
    ...(fields.maximum_timeout !== undefined && { maximum_timeout_seconds: fields.maximum_timeout }),
  };
}

/** A runner without tags that takes no untagged jobs would never run anything. */
export function checkTags({ runs_untagged: untagged, tags }: Pick<RunnerRow, 'runs_untagged' | 'tags'>): void {
  if (!untagged && tags.length === 0) {
    failFields({ tags_list: ['can not be empty when runner is not allowed to pick untagged jobs'] });
  }
}

/** Writes the runner; the caller has checked the right to add it. */
export async function addRunner(
  ctx: Context,
  owner: RegistrationOwner,
  registration: RunnerRegistration,
  fields: RunnerFields,
): Promise<NewRunner> {
  const { token, shortToken } = generateRunnerToken(registration);
  const runner = await insertRunner(ctx.db, {
    kind: owner.kind,
    namespace_id: owner.kind === 'group' ? owner.id : null,
    token_digest: ctx.secrets.digest(token),
    short_token: shortToken,
    registration,
    maintenance_note: null,
    maximum_timeout_seconds: null,
    creator_id: actorId(ctx.actor) ?? null,
    contacted_at: null,
    created_at: ctx.clock.now(),
    ...toColumns(fields),
  });
  checkTags(runner);
  if (owner.kind === 'project') await assignProject(ctx.db, runner.id, owner.id);
  const of = owner.kind === 'instance' ? {} : { [`${owner.kind}_id`]: owner.id };
  await audit(ctx, 'runner.created', { type: 'runner', id: runner.id }, { kind: owner.kind, registration, ...of });
  return { runner, token };
}

export const createRunner = defineOperation<{ owner: RegistrationOwner; fields: RunnerFields }, LoadedOwner, NewRunner>(
  {
    name: 'runner.create',
    load: (ctx, { owner }) => loadOwner(ctx, owner),
    check: (ctx, loaded, { owner }) => ownerRefusal(ctx, owner, loaded),
    run: (ctx, _loaded, { owner, fields }) => addRunner(ctx, owner, 'authenticated_user', fields),
  },
);

/** A new token for the older way to register runners; shown this once. The old one ends. */
export const resetRegistrationToken = defineOperation<{ owner: RegistrationOwner }, LoadedOwner, string>({
  name: 'runner.reset_registration_token',
  load: (ctx, { owner }) => loadOwner(ctx, owner),
  check: (ctx, loaded, { owner }) => ownerRefusal(ctx, owner, loaded),
  run: async (ctx, _loaded, { owner }) => {
    const token = generateRegistrationToken();
    await setRegistrationToken(ctx.db, owner, ctx.secrets.digest(token));
    const id = owner.kind === 'instance' ? 'instance' : owner.id;
    await audit(ctx, 'runner.registration_token_reset', { type: owner.kind, id });
    return token;
  },
});
