import type { KeysPageData } from '@tributary/contract/accounts/keys-page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { selfActor } from '../self.ts';
import {
  findSshKeyRow,
  type GpgKeyRow,
  listGpgKeyRows,
  listGpgKeysBySigner,
  listSshKeyRows,
  listSshKeysByFingerprint,
  type SshKeyRow,
} from '../store/keys.ts';
import { findUser, mapUsersByConfirmedEmail } from './find-users.ts';

export type { GpgKeyRow, SshKeyRow } from '../store/keys.ts';

/** Of the actor, or of the user with this id: public keys are public. */
async function ownerId(ctx: Context, userId: number | undefined): Promise<number> {
  if (userId === undefined) return selfActor(ctx).id;
  const user = await findUser(ctx, userId);
  if (!user) throw new AppError('not_found', { resource: 'User' });
  return user.id;
}

export async function sshKeysOf(ctx: Context, userId?: number): Promise<SshKeyRow[]> {
  return listSshKeyRows(ctx.db, await ownerId(ctx, userId));
}

export async function gpgKeysOf(ctx: Context, userId?: number): Promise<GpgKeyRow[]> {
  return listGpgKeyRows(ctx.db, await ownerId(ctx, userId));
}

export async function getSshKeyOf(ctx: Context, id: number, userId?: number): Promise<SshKeyRow> {
  const row = (await sshKeysOf(ctx, userId)).find((each) => each.id === id);
  if (!row) throw new AppError('not_found', { resource: 'Key' });
  return row;
}

export async function getGpgKeyOf(ctx: Context, id: number, userId?: number): Promise<GpgKeyRow> {
  const row = (await gpgKeysOf(ctx, userId)).find((each) => each.id === id);
  if (!row) throw new AppError('not_found', { resource: 'GPG Key' });
  return row;
}

/** Any user's SSH key, by its id or fingerprint (`SHA256:…`), for administrators. */
export async function getAnySshKey(ctx: Context, by: { id: number } | { fingerprint: string }): Promise<SshKeyRow> {
  const row =
    'id' in by ? await findSshKeyRow(ctx.db, by.id) : (await listSshKeysByFingerprint(ctx.db, [by.fingerprint]))[0];
  if (!row) throw new AppError('not_found', { resource: 'Key' });
  return row;
}

/** Keys of any user that these signatures name: fingerprints of SSH keys, ids (16 digits) of GPG keys. */
export async function findSigningKeys(
  ctx: Context,
  wanted: { sshFingerprints: readonly string[]; gpgKeyIds: readonly string[] },
): Promise<{ ssh: SshKeyRow[]; gpg: GpgKeyRow[] }> {
  const [ssh, gpg] = await Promise.all([
    listSshKeysByFingerprint(ctx.db, wanted.sshFingerprints),
    listGpgKeysBySigner(ctx.db, wanted.gpgKeyIds),
  ]);
  return { ssh, gpg };
}

export async function keysPage(ctx: Context): Promise<KeysPageData> {
  const [ssh, gpg] = [await sshKeysOf(ctx), await gpgKeysOf(ctx)];
  const owners = await mapUsersByConfirmedEmail(
    ctx,
    gpg.flatMap((row) => row.emails),
  );
  return {
    sshKeys: ssh.map((row) => ({
      id: row.id,
      title: row.title,
      type: row.key.split(' ')[0] ?? '',
      fingerprint: row.fingerprint,
      createdAt: row.created_at.toISOString(),
      usage: row.usage_type,
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      expiresAt: row.expires_at?.toISOString() ?? null,
      isExpired: row.expires_at !== null && row.expires_at <= ctx.clock.now(),
    })),
    ssh: ctx.ssh && ctx.config.ssh ? { url: ctx.config.ssh.url, fingerprint: ctx.ssh.hostKey.fingerprint } : null,
    gpgKeys: gpg.map((row) => ({
      id: row.id,
      fingerprint: row.fingerprint,
      emails: row.emails.map((email) => ({ email, isConfirmed: owners.get(email)?.id === row.user_id })),
      createdAt: row.created_at.toISOString(),
    })),
  };
}
