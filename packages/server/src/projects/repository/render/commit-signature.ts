import type { RestCommitSignature } from '@tributary/contract/projects/repository-rest.ts';

function kindOf(signature: string): RestCommitSignature['signature_type'] {
  if (signature.startsWith('-----BEGIN SSH SIGNATURE')) return 'SSH';
  return signature.startsWith('-----BEGIN SIGNED MESSAGE') ? 'X509' : 'PGP';
}

export function toRestCommitSignature(signature: string): RestCommitSignature {
  return {
    signature_type: kindOf(signature),
    verification_status: 'unknown_key',
    signature,
    commit_source: 'gitaly',
  };
}
