import type { RestFreezePeriod } from '@tributary/contract/environments/freeze-periods.ts';
import type { FreezePeriodRow } from '../store/freeze-store.ts';

export function toRestFreezePeriod(row: FreezePeriodRow): RestFreezePeriod {
  return {
    id: row.id,
    freeze_start: row.freeze_start,
    freeze_end: row.freeze_end,
    cron_timezone: row.cron_timezone,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
