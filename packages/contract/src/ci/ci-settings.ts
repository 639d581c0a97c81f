/** How pipelines of a project run and which runners work for it, as REST names it. What is not stored has its default. */
export type CiSettings = {
  shared_runners_enabled: boolean;
  group_runners_enabled: boolean;
};

export const CI_DEFAULTS: CiSettings = {
  shared_runners_enabled: true,
  group_runners_enabled: true,
};

export const CI_SETTING_NAMES = Object.keys(CI_DEFAULTS) as (keyof CiSettings)[];

export type CiSettingsInput = { [Name in keyof CiSettings]?: CiSettings[Name] | undefined };

/** The settings of a project, with the defaults of those that were never set. */
export const readCiSettings = (stored: Partial<CiSettings>): CiSettings => ({ ...CI_DEFAULTS, ...stored });

/** What is stored once these are set. */
export function changeCiSettings(stored: Partial<CiSettings>, input: CiSettingsInput): Partial<CiSettings> {
  const given = CI_SETTING_NAMES.filter((name) => input[name] !== undefined);
  return { ...stored, ...Object.fromEntries(given.map((name) => [name, input[name]])) };
}
