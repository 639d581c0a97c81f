import { defineMaintenance } from '../platform/maintenance.ts';
import type { Context } from '../platform/context.ts';
import { getSettings } from './settings.ts';

const USUAL = 'This instance is undergoing maintenance and is operating in a read-only mode.';

/** What users are told in maintenance mode; null while it is off. */
export async function maintenanceMessage(ctx: Pick<Context, 'db' | 'realtime'>): Promise<string | null> {
  const { maintenance_mode: isOn, maintenance_mode_message: message } = await getSettings(ctx);
  if (!isOn) return null;
  return message.trim() === '' ? USUAL : message.trim();
}

defineMaintenance(maintenanceMessage);
