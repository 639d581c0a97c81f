import { type ApplicationSettings, readSettings, type SettingsInput } from '@tributary/contract/accounts/settings.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { publish } from '../../platform/events.ts';
import { guard } from '../../platform/operation.ts';
import { mayOnInstance } from '../abilities.ts';
import { forgetSettings, SETTINGS_TOPIC } from '../settings.ts';
import { lockSettingValues, writeSettingValues } from '../store/settings.ts';

/** Changes settings of the instance; every process hears of it. The audit entry names old and new values. */
export async function updateSettings(ctx: Context, input: SettingsInput): Promise<ApplicationSettings> {
  guard(mayOnInstance(ctx, 'administer'));
  const settings = await transact(ctx, async (inner) => {
    const stored = await lockSettingValues(inner.db);
    const before = readSettings(stored);
    const chosen = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    const after = readSettings({ ...stored, ...chosen });
    const names = Object.keys(after) as (keyof ApplicationSettings)[];
    const changed = names.filter((name) => before[name] !== after[name]);
    if (changed.length === 0) return after;
    await writeSettingValues(inner.db, { ...stored, ...chosen }, inner.clock.now());
    const details = Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]));
    await audit(inner, 'settings.changed', { type: 'instance', id: 1 }, details);
    await publish(inner, SETTINGS_TOPIC, 'changed', {});
    return after;
  });
  forgetSettings(ctx);
  return settings;
}
