import type { AuditAction } from '@tributary/contract/core/audit-actions.ts';
import { AppError, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { parseGpgKey, parseSshPublicKey } from '@tributary/git';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { mayOnInstance } from '../abilities.ts';
import { findDeployKeyUse } from '../deploy-keys.ts';
import { freshSessionRefusal } from '../bots.ts';
import { lockAnybody, lockSelf } from '../self.ts';
import {
  deleteGpgKeyRow,
  deleteSshKeyRow,
  type GpgKeyRow,
  insertGpgKey,
  insertSshKey,
  listGpgKeyRows,
  listSshKeyRows,
  type SshKeyRow,
} from '../store/keys.ts';
import type { UserRow } from '../store/users.ts';

const MAX_KEYS = 100;
const KEY_ID_DIGITS = 16;

function invalid(message: string): AppError {
  return new AppError('validation_failed', {}, { fields: { key: [message] } });
}

/** Of the actor, or of a user whose keys an administrator changes. */
type Whose = { userId?: number };

const lockOwner = (ctx: Context, { userId }: Whose): Promise<UserRow> =>
  userId === undefined ? lockSelf(ctx) : lockAnybody(ctx, userId);

const refusal = (ctx: Context, _user: UserRow, { userId }: Whose): Refusal | null =>
  mayOnInstance(ctx, userId === undefined ? 'change_account' : 'administer');

type NewSshKey = Whose & { title: string; key: string; usage: SshKeyRow['usage_type']; expiresAt: Date | null };

export const addSshKey = defineOperation<NewSshKey, UserRow, SshKeyRow>({
  name: 'account.add_ssh_key',
  load: lockOwner,
  check: async (ctx, user, input) => refusal(ctx, user, input) ?? (await freshSessionRefusal(ctx)),
  run: async (ctx, user, { title, key, usage, expiresAt }) => {
    const parsed = parseSshPublicKey(key);
    if (!parsed) throw invalid('is not a supported public SSH key (Ed25519, ECDSA or RSA of 2048 bits or more)');
    if ((await listSshKeyRows(ctx.db, user.id)).length >= MAX_KEYS) throw invalid(`limit reached (${MAX_KEYS} keys)`);
    if (await findDeployKeyUse(ctx, parsed.fingerprint)) throw invalid('has already been taken');
    const row = await insertSshKey(ctx.db, {
      user_id: user.id,
      title: title.trim(),
      key: parsed.text,
      fingerprint: parsed.fingerprint,
      usage_type: usage,
      expires_at: expiresAt,
      created_at: ctx.clock.now(),
    });
    await recorded(ctx, user, 'user.ssh_key_added', row.fingerprint);
    return row;
  },
});

export const addGpgKey = defineOperation<Whose & { key: string }, UserRow, GpgKeyRow>({
  name: 'account.add_gpg_key',
  load: lockOwner,
  check: refusal,
  run: async (ctx, user, { key }) => {
    const parsed = parseGpgKey(key);
    if (!parsed) throw invalid('is not a public GPG key that can sign, or it was revoked');
    if ((await listGpgKeyRows(ctx.db, user.id)).length >= MAX_KEYS) throw invalid(`limit reached (${MAX_KEYS} keys)`);
    const row = await insertGpgKey(ctx.db, {
      user_id: user.id,
      key: key.trim(),
      fingerprint: parsed.fingerprint,
      signing_fingerprints: parsed.signingFingerprints,
      signing_key_ids: parsed.signingFingerprints.map((each) => each.slice(-KEY_ID_DIGITS)),
      emails: parsed.emails,
      user_names: parsed.userIds,
      created_at: ctx.clock.now(),
    });
    await recorded(ctx, user, 'user.gpg_key_added', row.fingerprint);
    return row;
  },
});

export const removeSshKey = defineOperation<Whose & { id: number }, UserRow, void>({
  name: 'account.remove_ssh_key',
  load: lockOwner,
  check: refusal,
  run: async (ctx, user, { id }) => {
    const row = await deleteSshKeyRow(ctx.db, user.id, id);
    if (!row) throw new AppError('not_found', { resource: 'Key' });
    await recorded(ctx, user, 'user.ssh_key_removed', row.fingerprint);
  },
});

export const removeGpgKey = defineOperation<Whose & { id: number }, UserRow, void>({
  name: 'account.remove_gpg_key',
  load: lockOwner,
  check: refusal,
  run: async (ctx, user, { id }) => {
    const row = await deleteGpgKeyRow(ctx.db, user.id, id);
    if (!row) throw new AppError('not_found', { resource: 'GPG Key' });
    await recorded(ctx, user, 'user.gpg_key_removed', row.fingerprint);
  },
});

async function recorded(ctx: Context, user: UserRow, action: AuditAction, fingerprint: string): Promise<void> {
  await audit(ctx, action, { type: 'user', id: user.id }, { fingerprint });
}
