export type SshKeyItem = {
  id: number;
  title: string;
  type: string;
  fingerprint: string;
  createdAt: string;
  usage: 'auth' | 'signing' | 'auth_and_signing';
  /** When it was last used over SSH. */
  lastUsedAt: string | null;
  expiresAt: string | null;
  isExpired: boolean;
};
export type GpgKeyItem = {
  id: number;
  fingerprint: string;
  /** Whether the account has confirmed the address: only then are commits with it verified. */
  emails: { email: string; isConfirmed: boolean }[];
  createdAt: string;
};

export type KeysPageData = {
  sshKeys: SshKeyItem[];
  gpgKeys: GpgKeyItem[];
  /** Where git is served over SSH: its address, and by which the server is known at the first connection. */
  ssh: { url: string; fingerprint: string } | null;
};
