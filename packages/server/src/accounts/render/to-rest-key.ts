import type { RestGpgKey, RestSshKey } from '@tributary/contract/accounts/keys.ts';
import type { GpgKeyRow, SshKeyRow } from '../reads/keys.ts';

export const toRestSshKey = (row: SshKeyRow): RestSshKey => ({
  id: row.id,
  title: row.title,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  key: row.key,
  usage_type: row.usage_type,
});

export const toRestGpgKey = (row: GpgKeyRow): RestGpgKey => ({
  id: row.id,
  key: row.key,
  created_at: row.created_at.toISOString(),
});
