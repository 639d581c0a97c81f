import type { CommitSignatureView, VerificationStatus } from '@tributary/contract/projects/commit-signatures.ts';
import { Badge } from '../../ui/badge.tsx';
import { Popover } from '../../ui/popover.tsx';

const TEXTS: Record<VerificationStatus, string> = {
  verified: 'This commit was signed with a verified signature, and the committer email was confirmed by the same user.',
  unverified: 'This commit was signed with an unverified signature.',
  unverified_key: 'This commit was signed with a key that had expired.',
  same_user_different_email:
    'This commit was signed with a verified signature, but the committer email is not one of the emails of the key.',
  other_user: 'This commit was signed with the key of another user than the committer.',
  unknown_key: 'This commit was signed, but no user has added the key.',
  multiple_signatures: 'This commit was signed with several signatures.',
};

const KEY_NAMES = { SSH: 'SSH key fingerprint', PGP: 'GPG key ID', X509: 'Certificate' } as const;

/** Verified or not, with the reason and the key on demand. */
export function CommitSignature({ signature }: { signature: CommitSignatureView }) {
  const { isVerified, signer, keyId } = signature;
  const label = isVerified ? 'Verified' : 'Unverified';
  return (
    <Popover
      title={isVerified ? 'Verified commit' : 'Unverified signature'}
      padded
      trigger={
        <button type="button" className="rounded-full">
          <Badge tone={isVerified ? 'success' : 'neutral'}>{label}</Badge>
        </button>
      }
    >
      <p>{TEXTS[signature.status]}</p>
      {signer && (
        <p className="mt-2">
          Key of{' '}
          <a href={signer.href} className="text-accent-fg hover:underline">
            {signer.name}
          </a>
        </p>
      )}
      {keyId !== null && (
        <p className="mt-2">
          {KEY_NAMES[signature.type]}: <code className="font-mono text-sm break-all">{keyId}</code>
        </p>
      )}
    </Popover>
  );
}
