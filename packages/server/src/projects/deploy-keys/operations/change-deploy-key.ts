import type { AuditAction } from '@tributary/contract/core/audit-actions.ts';
import { AppError, failFields, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { parseSshPublicKey, type SshPublicKey } from '@tributary/git';
import { findSigningKeys, freshSessionRefusal, getGhostId } from '../../../accounts/index.ts';
import { actorId } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can, INSTANCE } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../access/project-access.ts';
import {
  countEnabledKeys,
  deleteDeployKeyRow,
  deleteLink,
  type DeployKeyRow,
  type EnabledKey,
  findDeployKeyRow,
  findEnabledKey,
  insertDeployKey,
  listLinks,
  putLink,
  updateDeployKeyRow,
} from '../deploy-key-store.ts';
import { mayEnableKey } from '../reads/deploy-keys.ts';

const MAX_KEYS = 500;
const TAKEN = { key: ['has already been taken'] };

export function addDeployKeyRefusal(ctx: Context, { policy }: Pick<ProjectAccess, 'policy'>): Refusal | null {
  return can(ctx.actor, 'admin_deploy_keys', policy);
}

/** Also where the project is archived: what opens it can always be closed. */
export function removeDeployKeyRefusal(ctx: Context, { policy }: Pick<ProjectAccess, 'policy'>): Refusal | null {
  return can(ctx.actor, 'remove_deploy_keys', policy);
}

type NewKey = { title: string; key: string; expiresAt?: Date | null | undefined };

function parsed(text: string): SshPublicKey {
  const key = parseSshPublicKey(text);
  return key ?? failFields({ key: ['is not a supported public SSH key (Ed25519, ECDSA or RSA of 2048 bits or more)'] });
}

async function store(ctx: Context, { title, expiresAt }: NewKey, key: SshPublicKey, isPublic: boolean) {
  const { ssh } = await findSigningKeys(ctx, { sshFingerprints: [key.fingerprint], gpgKeyIds: [] });
  if (ssh.length > 0) failFields(TAKEN);
  refusePast(ctx, expiresAt);
  // Whoever reads with the key is nobody: the account that stands for nobody must exist by then.
  await getGhostId(ctx);
  return insertDeployKey(ctx.db, {
    title: title.trim(),
    key: key.text,
    fingerprint: key.fingerprint,
    is_public: isPublic,
    created_by_id: actorId(ctx.actor) ?? null,
    expires_at: expiresAt ?? null,
    created_at: ctx.clock.now(),
  });
}

function refusePast(ctx: Context, expiresAt: Date | null | undefined): void {
  if (expiresAt && expiresAt <= ctx.clock.now()) failFields({ expires_at: ['must be in the future'] });
}

async function enable(ctx: Context, projectId: number, key: DeployKeyRow, canPush: boolean): Promise<EnabledKey> {
  if ((await countEnabledKeys(ctx.db, projectId)) >= MAX_KEYS) {
    failFields({ base: [`There are ${MAX_KEYS} deploy keys, the maximum. Remove one first.`] });
  }
  await putLink(ctx.db, {
    deploy_key_id: key.id,
    project_id: projectId,
    can_push: canPush,
    created_at: ctx.clock.now(),
  });
  await record(ctx, 'deploy_key.enabled', projectId, key, { can_push: canPush });
  return { ...key, can_push: canPush };
}

async function record(
  ctx: Context,
  action: AuditAction,
  projectId: number,
  { id, fingerprint }: DeployKeyRow,
  details: Record<string, unknown> = {},
): Promise<void> {
  await audit(ctx, action, { type: 'project', id: projectId }, { key_id: id, fingerprint, ...details });
}

/** Bots could make themselves keys that outlive them, so the policy lets them make none. */
async function checkNew(ctx: Context, access: ProjectAccess): Promise<Refusal | null> {
  return addDeployKeyRefusal(ctx, access) ?? (await freshSessionRefusal(ctx));
}

/** A new key, or one that there is and the actor may use; of a key that is enabled already nothing changes. */
export const addDeployKey = defineOperation<
  NewKey & { projectId: number; canPush: boolean },
  ProjectAccess,
  EnabledKey
>({
  name: 'deploy_key.add',
  load: (ctx, { projectId }) => getProjectAccess(ctx, projectId),
  check: checkNew,
  run: async (ctx, { project }, input) => {
    const key = parsed(input.key);
    const known = await findDeployKeyRow(ctx.db, { fingerprint: key.fingerprint });
    const here = known && (await findEnabledKey(ctx.db, project.id, known.id));
    if (here) return here;
    if (known && !(await mayEnableKey(ctx, known))) failFields(TAKEN);
    return enable(ctx, project.id, known ?? (await store(ctx, input, key, false)), input.canPush);
  },
});

/** For all projects: every maintainer can enable it. */
export const addPublicDeployKey = defineOperation<NewKey, null, DeployKeyRow>({
  name: 'deploy_key.add_public',
  load: () => Promise.resolve(null),
  check: async (ctx) => can(ctx.actor, 'administer', INSTANCE) ?? (await freshSessionRefusal(ctx)),
  run: async (ctx, _nothing, input) => {
    const row = await store(ctx, input, parsed(input.key), true);
    await audit(
      ctx,
      'deploy_key.created',
      { type: 'instance', id: 1 },
      { key_id: row.id, fingerprint: row.fingerprint },
    );
    return row;
  },
});

type Which = { projectId: number; keyId: number };

export const enableDeployKey = defineOperation<Which, ProjectAccess & { key: DeployKeyRow }, EnabledKey>({
  name: 'deploy_key.enable',
  load: async (ctx, { projectId, keyId }) => {
    const access = await getProjectAccess(ctx, projectId);
    const key = await findDeployKeyRow(ctx.db, { id: keyId });
    const isKnown = key && !addDeployKeyRefusal(ctx, access) && (await mayEnableKey(ctx, key));
    if (!isKnown) throw new AppError('not_found', { resource: 'Deploy Key' });
    return { ...access, key };
  },
  check: checkNew,
  run: async (ctx, { project, key }) =>
    (await findEnabledKey(ctx.db, project.id, key.id)) ?? enable(ctx, project.id, key, false),
});

type Enabled = ProjectAccess & { key: EnabledKey };

async function loadEnabled(ctx: Context, { projectId, keyId }: Which): Promise<Enabled> {
  const access = await getProjectAccess(ctx, projectId);
  const key = await findEnabledKey(ctx.db, access.project.id, keyId);
  if (!key || can(ctx.actor, 'read_deploy_keys', access.policy))
    throw new AppError('not_found', { resource: 'Deploy Key' });
  return { ...access, key };
}

/** The key itself belongs to all its projects, so its title is for those who could make another one like it. */
async function mayChangeKey(ctx: Context, { key, project }: Enabled): Promise<boolean> {
  if (ctx.actor.kind !== 'user') return false;
  if (ctx.actor.isAdmin || key.created_by_id === ctx.actor.id) return true;
  const links = await listLinks(ctx.db, [key.id]);
  return !key.is_public && links.every((link) => link.project_id === project.id);
}

type Change = Which & {
  title?: string | undefined;
  canPush?: boolean | undefined;
  expiresAt?: Date | null | undefined;
};

export const updateDeployKey = defineOperation<Change, Enabled, EnabledKey>({
  name: 'deploy_key.update',
  load: loadEnabled,
  check: async (ctx, found, { title, expiresAt, canPush }) => {
    const refusal = addDeployKeyRefusal(ctx, found);
    if (refusal) return refusal;
    if ((title !== undefined || expiresAt !== undefined) && !(await mayChangeKey(ctx, found)))
      return refuse('forbidden');
    return canPush && !found.key.can_push ? freshSessionRefusal(ctx) : null;
  },
  run: async (ctx, { project, key }, { title, canPush, expiresAt }) => {
    refusePast(ctx, expiresAt);
    const values = {
      ...(title !== undefined && { title: title.trim() }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    };
    await updateDeployKeyRow(ctx.db, key.id, values);
    const changed = { ...key, ...values, can_push: canPush ?? key.can_push };
    if (changed.can_push !== key.can_push) {
      await putLink(ctx.db, {
        deploy_key_id: key.id,
        project_id: project.id,
        can_push: changed.can_push,
        created_at: ctx.clock.now(),
      });
    }
    await record(ctx, 'deploy_key.updated', project.id, key, { title, can_push: canPush, expires_at: expiresAt });
    return changed;
  },
});

/** Ends it for this project; a key that no project has any more is deleted, unless it is for all. */
export const removeDeployKey = defineOperation<Which, Enabled, void>({
  name: 'deploy_key.remove',
  load: loadEnabled,
  check: removeDeployKeyRefusal,
  run: async (ctx, { project, key }) => {
    await deleteLink(ctx.db, key.id, project.id);
    if (!key.is_public && (await listLinks(ctx.db, [key.id])).length === 0) await deleteDeployKeyRow(ctx.db, key.id);
    await record(ctx, 'deploy_key.removed', project.id, key);
  },
});
