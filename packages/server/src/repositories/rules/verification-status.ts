import type { VerificationStatus } from '@tributary/contract/projects/commit-signatures.ts';

/** `emails` are those that a GPG key names; null for SSH keys, which name none. */
export type KeyOwner = { userId: number; emails: readonly string[] | null };

export type Proof = {
  /** The key made the signature of exactly this commit. */
  isValid: boolean;
  /** Undefined: nobody has added the key. */
  owner: KeyOwner | undefined;
  /** Who has confirmed the committer's address. */
  committerId: number | undefined;
  /** The committer's address, in lower case. */
  email: string;
  /** When it was committed, in seconds. */
  moment: number;
  expiresAt: Date | null;
};

/** Verified: the owner of the key has confirmed the address that the commit names as its committer's. */
export function statusOf({ isValid, owner, committerId, email, moment, expiresAt }: Proof): VerificationStatus {
  if (!owner) return 'unknown_key';
  if (!isValid) return 'unverified';
  if (expiresAt && expiresAt.getTime() < moment * 1_000) return 'unverified_key';
  if (committerId === undefined) return 'unverified';
  if (committerId !== owner.userId) return 'other_user';
  if (owner.emails !== null && !owner.emails.includes(email)) return 'same_user_different_email';
  return 'verified';
}
