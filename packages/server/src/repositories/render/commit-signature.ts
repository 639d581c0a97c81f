import type { RestCommitSignature } from '@tributary/contract/projects/repository-rest.ts';
import { toRestSshKey } from '../../accounts/index.ts';
import type { CommitVerification } from '../reads/commit-verification.ts';
import { signatureKind } from '../rules/signature-kind.ts';

const KEY_ID_DIGITS = 16;

/** Signatures of tags are not verified: they have no `verification`. */
export function toRestCommitSignature(signature: string, verification?: CommitVerification): RestCommitSignature {
  return {
    signature_type: signatureKind(signature),
    verification_status: verification?.status ?? 'unknown_key',
    signature,
    commit_source: 'gitaly',
    ...(verification?.ssh && { key: toRestSshKey(verification.ssh) }),
    ...(verification?.gpg && ofGpgKey(verification.gpg)),
  };
}

function ofGpgKey(key: NonNullable<CommitVerification['gpg']>) {
  const [userId = ''] = key.user_names;
  return {
    gpg_key_id: key.id,
    gpg_key_primary_keyid: key.fingerprint.slice(-KEY_ID_DIGITS),
    gpg_key_user_name: userId.split(' <')[0] ?? null,
    gpg_key_user_email: key.emails[0] ?? null,
    gpg_key_subkey_id: null,
  };
}
