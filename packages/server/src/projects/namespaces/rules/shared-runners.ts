import {
  type GroupCiSettings,
  readGroupCiSettings,
  type SharedRunnersSetting,
} from '@tributary/contract/ci/group-ci-settings.ts';

type Parent = { ci_settings: Partial<GroupCiSettings> };

const sharedRunnersOf = (group: Parent): SharedRunnersSetting =>
  readGroupCiSettings(group.ci_settings).shared_runners_setting;

/** A group whose subgroups and projects cannot use instance runners. */
export const forbidsSharedRunners = (group: Parent | undefined): boolean =>
  group !== undefined && sharedRunnersOf(group) === 'disabled_and_unoverridable';

/** What is wrong with the setting in a group; null if nothing. */
export function sharedRunnersProblem(setting: SharedRunnersSetting, parent: Parent | undefined): string | null {
  if (setting === 'disabled_and_unoverridable' || !forbidsSharedRunners(parent)) return null;
  return 'cannot be changed because a parent group disables instance runners for all its subgroups and projects';
}

/** The same for the switch of a project. */
export const PROJECT_RUNNERS_PROBLEM =
  'cannot be enabled because a parent group disables instance runners for all its subgroups and projects';
