import type { StatusLook } from '@tributary/contract/ci/status.ts';
import type { StatusGroup } from '../../ui/status-icon.tsx';

const GROUPS: Record<string, StatusGroup> = {
  success: 'success',
  'success-with-warnings': 'warning',
  failed: 'failed',
  running: 'running',
  pending: 'notice',
  'waiting-for-resource': 'notice',
  'waiting-for-callback': 'notice',
  scheduled: 'scheduled',
  preparing: 'notice',
};

/** Colour and shape of a status of CI. */
export function groupOf({ group }: Pick<StatusLook, 'group'>): StatusGroup {
  return GROUPS[group] ?? 'neutral';
}
