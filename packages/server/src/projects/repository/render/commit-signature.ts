import type { RestCommitSignature } from '@tributary/contract/projects/repository-rest.ts';
import { signatureKind } from '../rules/signature-kind.ts';

export function toRestCommitSignature(signature: string): RestCommitSignature {
  return {
    signature_type: signatureKind(signature),
    verification_status: 'unknown_key',
    signature,
    commit_source: 'gitaly',
  };
}
