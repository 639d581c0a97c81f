export type SshKeyItem = { id: number; title: string; type: string; fingerprint: string; createdAt: string };
export type GpgKeyItem = {
  id: number;
  fingerprint: string;
  /** Whether the account has confirmed the address: only then are commits with it verified. */
  emails: { email: string; isConfirmed: boolean }[];
  createdAt: string;
};

export type KeysPageData = { sshKeys: SshKeyItem[]; gpgKeys: GpgKeyItem[] };
