export type SignatureKind = 'PGP' | 'X509' | 'SSH';

/** What made the armoured signature of a commit. */
export function signatureKind(signature: string): SignatureKind {
  if (signature.startsWith('-----BEGIN SSH SIGNATURE')) return 'SSH';
  return signature.startsWith('-----BEGIN SIGNED MESSAGE') ? 'X509' : 'PGP';
}
