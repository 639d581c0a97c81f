/** Loaded when a schedule needs it. */
const load = async () => (await import('croner')).Cron;

/**
 * The first time after `from` that the expression names, in its time zone; null if there is none. The names of what is wrong
 * come back as problems: five fields, and a time zone of the IANA database.
 */
export async function nextRun(
  cron: string,
  timezone: string,
  from: Date,
): Promise<{ at: Date | null; problem?: 'cron' | 'cron_timezone' }> {
  if (!isTimezone(timezone)) return { at: null, problem: 'cron_timezone' };
  const Cron = await load();
  try {
    const at = new Cron(cron, { timezone, mode: '5-part', legacyMode: true, paused: true }).nextRun(from);
    return at === null ? { at, problem: 'cron' } : { at };
  } catch {
    return { at: null, problem: 'cron' };
  }
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
