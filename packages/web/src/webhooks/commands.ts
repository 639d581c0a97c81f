import type { HookDeliveryDetail, HookEventKey } from '@tributary/contract/projects/page.ts';
import { api } from '../lib/http.ts';

export type HookBody = {
  url: string;
  name: string;
  enable_ssl_verification: boolean;
  push_events_branch_filter?: string;
  branch_filter_strategy?: 'wildcard' | 'all_branches';
  /** Left out, the stored one stays. */
  token?: string;
  /** A header without a value keeps the stored one. */
  custom_headers?: { key: string; value?: string }[];
} & Partial<Record<HookEventKey, boolean>>;

export function sendTest(path: string, trigger: string): Promise<HookDeliveryDetail> {
  return api.post<HookDeliveryDetail>(path, { body: { trigger } });
}
