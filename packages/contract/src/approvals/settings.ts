/** Settings of approvals: of the instance, of groups and of projects. The upper levels can lock them. */

export const APPROVAL_SETTINGS = [
  'allow_author_approval',
  'allow_committer_approval',
  'allow_overrides_to_approver_list_per_merge_request',
  'retain_approvals_on_push',
  'selective_code_owner_removals',
  'require_password_to_approve',
  'require_reauthentication_to_approve',
  'end_approvals_on_every_push',
] as const;
export type ApprovalSettingName = (typeof APPROVAL_SETTINGS)[number];

export type ApprovalSettings = Record<ApprovalSettingName, boolean>;
export type ApprovalSettingValues = Partial<Record<ApprovalSettingName, boolean | null>>;

/** Without any setting: a push that changes what was approved ends the approval. */
export const DEFAULT_APPROVAL_SETTINGS: ApprovalSettings = {
  allow_author_approval: false,
  allow_committer_approval: true,
  allow_overrides_to_approver_list_per_merge_request: true,
  retain_approvals_on_push: false,
  selective_code_owner_removals: false,
  require_password_to_approve: false,
  require_reauthentication_to_approve: false,
  end_approvals_on_every_push: false,
};

/** The value that a group or the instance enforces below; null where a level below may always choose. */
const STRICT: Record<ApprovalSettingName, boolean | null> = {
  allow_author_approval: false,
  allow_committer_approval: false,
  allow_overrides_to_approver_list_per_merge_request: false,
  retain_approvals_on_push: false,
  selective_code_owner_removals: null,
  require_password_to_approve: true,
  require_reauthentication_to_approve: true,
  end_approvals_on_every_push: true,
};

export type ApprovalSettingLevel = 'instance' | 'group' | 'project';
export type ResolvedApprovalSetting = { value: boolean; locked: boolean; inherited_from: ApprovalSettingLevel | null };
export type ResolvedApprovalSettings = Record<ApprovalSettingName, ResolvedApprovalSetting>;

type Level = { from: ApprovalSettingLevel; values: ApprovalSettingValues };

/**
 * The settings of the last of these levels, from the instance down. A strict value of an upper level holds below it and
 * locks the setting; without one the nearest level that has a value decides.
 */
export function resolveApprovalSettings(levels: readonly Level[]): ResolvedApprovalSettings {
  const above = levels.slice(0, -1);
  const own = levels.at(-1)?.values ?? {};
  return Object.fromEntries(
    APPROVAL_SETTINGS.map((name) => [name, resolve(name, above, own[name] ?? null)]),
  ) as ResolvedApprovalSettings;
}

function resolve(name: ApprovalSettingName, above: readonly Level[], own: boolean | null): ResolvedApprovalSetting {
  const strict = STRICT[name];
  const lock = strict === null ? undefined : above.find(({ values }) => values[name] === strict);
  if (lock && strict !== null) return { value: strict, locked: true, inherited_from: lock.from };
  if (own !== null) return { value: own, locked: false, inherited_from: null };
  const nearest = above.findLast(({ values }) => typeof values[name] === 'boolean');
  return {
    value: nearest?.values[name] ?? DEFAULT_APPROVAL_SETTINGS[name],
    locked: false,
    inherited_from: nearest?.from ?? null,
  };
}

/** The values alone. */
export function approvalSettingValues(resolved: ResolvedApprovalSettings): ApprovalSettings {
  return Object.fromEntries(APPROVAL_SETTINGS.map((name) => [name, resolved[name].value])) as ApprovalSettings;
}
