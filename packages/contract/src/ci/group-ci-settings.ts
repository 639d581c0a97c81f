import type { VariablesRole } from './ci-settings.ts';

/** Whether runners of the instance work for projects in a group, and whether subgroups and projects can change that. */
export const SHARED_RUNNERS_SETTINGS = ['enabled', 'disabled_and_overridable', 'disabled_and_unoverridable'] as const;
export type SharedRunnersSetting = (typeof SHARED_RUNNERS_SETTINGS)[number];

/** CI/CD settings of a group, as REST names them. What is not stored has its default. */
export type GroupCiSettings = {
  shared_runners_setting: SharedRunnersSetting;
  /** MiB of a file that a job uploads; null: as in the group above. Set by administrators. */
  max_artifacts_size: number | null;
  /** The role that new projects in the group require to pass variables to a pipeline. */
  pipeline_variables_default_role: VariablesRole;
};

const GROUP_CI_DEFAULTS: GroupCiSettings = {
  shared_runners_setting: 'enabled',
  max_artifacts_size: null,
  pipeline_variables_default_role: 'developer',
};

const GROUP_CI_SETTING_NAMES = Object.keys(GROUP_CI_DEFAULTS) as (keyof GroupCiSettings)[];

export type GroupCiSettingsInput = { [Name in keyof GroupCiSettings]?: GroupCiSettings[Name] | undefined };

export const readGroupCiSettings = (stored: Partial<GroupCiSettings>): GroupCiSettings => ({
  ...GROUP_CI_DEFAULTS,
  ...stored,
});

/** Those of the settings that were sent and differ from the stored ones. */
export function changedGroupCiSettings(
  stored: Partial<GroupCiSettings>,
  input: GroupCiSettingsInput,
): Partial<GroupCiSettings> {
  const current = readGroupCiSettings(stored);
  const names = GROUP_CI_SETTING_NAMES.filter((name) => input[name] !== undefined && input[name] !== current[name]);
  return Object.fromEntries(names.map((name) => [name, input[name]]));
}

/** What the CI/CD page of a group edits. */
export type GroupCiSettingsData = GroupCiSettings & {
  /** What holds without a limit of the group: that of a group above, or of the instance. */
  inherited_max_artifacts_size: number;
  /** A group above disables instance runners and lets nobody override that. */
  are_instance_runners_locked: boolean;
  /** Administrators set the size. */
  can_change_size: boolean;
};
