import type { SignatureType, VerificationStatus } from '@tributary/contract/projects/commit-signatures.ts';
import {
  type Commit,
  gpgSignatureIssuer,
  readCommits,
  readSignedPayload,
  type SignedPayload,
  sshSignatureFingerprint,
  verifyGpgSignature,
  verifySshSignature,
} from '@tributary/git';
import { findSigningKeys, type GpgKeyRow, mapUsersByConfirmedEmail, type SshKeyRow } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { signatureKind } from '../rules/signature-kind.ts';
import { type KeyOwner, statusOf } from '../rules/verification-status.ts';

export type CommitVerification = {
  type: SignatureType;
  status: VerificationStatus;
  keyId: string | null;
  ssh: SshKeyRow | null;
  gpg: GpgKeyRow | null;
};

const KEY_ID_DIGITS = 16;

type Signed = { commit: Commit; type: SignatureType; named: string | null; payload: SignedPayload | null };

/** How far signatures of commits are proven, by commit id; commits without one are left out. */
export async function verifyCommits(
  ctx: Context,
  repo: string,
  commits: readonly Commit[],
): Promise<Map<string, CommitVerification>> {
  const signed = await Promise.all(
    commits.flatMap((commit) => (commit.signature === null ? [] : [readSigned(repo, commit, commit.signature)])),
  );
  if (signed.length === 0) return new Map();
  const named = (type: SignatureType) =>
    signed.flatMap((each) => (each.type === type && each.named !== null ? [each.named] : []));
  const [keys, users] = await Promise.all([
    findSigningKeys(ctx, {
      sshFingerprints: named('SSH'),
      gpgKeyIds: named('PGP').map((name) => name.slice(-KEY_ID_DIGITS)),
    }),
    mapUsersByConfirmedEmail(
      ctx,
      signed.map(({ commit }) => commit.committer.email),
    ),
  ]);
  return new Map(
    signed.map((each) => {
      const owner = users.get(each.commit.committer.email.toLowerCase())?.id;
      return [each.commit.sha, verifyOne(each, keys, owner)];
    }),
  );
}

/** The same for commits that were found to be for the reader, by their ids. */
export async function verifyCommitIds(
  ctx: Context,
  projectId: number,
  shas: readonly string[],
): Promise<Map<string, CommitVerification>> {
  const repo = ctx.repositories.directory(projectId);
  return verifyCommits(ctx, repo, await readCommits(repo, [...new Set(shas)]));
}

/** Without the database: whose key it claims to be, from which the keys are found. */
async function readSigned(repo: string, commit: Commit, signature: string): Promise<Signed> {
  const type = signatureKind(signature);
  const payload = await readSignedPayload(repo, commit.sha);
  const armored = payload?.signature ?? null;
  if (armored === null) return { commit, type, named: null, payload };
  const named = { SSH: sshSignatureFingerprint, PGP: gpgSignatureIssuer, X509: () => null }[type](armored);
  return { commit, type, named, payload };
}

function verifyOne(
  { commit, type, named, payload }: Signed,
  keys: { ssh: readonly SshKeyRow[]; gpg: readonly GpgKeyRow[] },
  committerId: number | undefined,
): CommitVerification {
  const none = { type, keyId: named, ssh: null, gpg: null };
  const armored = payload?.signature ?? null;
  if (payload && armored === null) return { ...none, status: 'multiple_signatures' };
  if (!payload || armored === null) return { ...none, status: 'unverified' };
  if (type === 'SSH') {
    const key = keys.ssh.find((row) => row.fingerprint === named && row.usage_type !== 'auth');
    const isValid = verifySshSignature(payload.payload, armored) !== null;
    const owner = key && { userId: key.user_id, emails: null };
    const made = { moment: commit.committer.epochSeconds, expiresAt: key?.expires_at ?? null };
    return { ...none, ssh: key ?? null, status: statusOf({ isValid, owner, committerId, email: '', ...made }) };
  }
  // Short ids can be made to collide: of several keys the one counts that made it.
  const candidates = keys.gpg.filter((row) => row.signing_key_ids.some((id) => named?.endsWith(id) === true));
  const maker = candidates.find((row) => verifyGpgSignature(payload.payload, armored, row.key) !== null);
  const key = maker ?? candidates[0];
  const isValid = maker !== undefined;
  const owner: KeyOwner | undefined = key && { userId: key.user_id, emails: key.emails };
  const email = commit.committer.email.toLowerCase();
  return {
    ...none,
    keyId: named?.slice(-KEY_ID_DIGITS) ?? null,
    gpg: key ?? null,
    status: statusOf({ isValid, owner, committerId, email, moment: commit.committer.epochSeconds, expiresAt: null }),
  };
}
