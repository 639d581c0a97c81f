import type { UserChip } from './repository-views.ts';

export const VERIFICATION_STATUSES = [
  'unverified',
  'unverified_key',
  'verified',
  'same_user_different_email',
  'other_user',
  'unknown_key',
  'multiple_signatures',
] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const SIGNATURE_TYPES = ['PGP', 'X509', 'SSH'] as const;
export type SignatureType = (typeof SIGNATURE_TYPES)[number];

/** Who signed a commit, as far as the keys of users show it. */
export type CommitSignatureView = {
  type: SignatureType;
  status: VerificationStatus;
  isVerified: boolean;
  /** Fingerprint of the SSH key or id of the GPG key; null where the signature names none. */
  keyId: string | null;
  /** Whose key it is; null for an unknown key. */
  signer: UserChip | null;
};
