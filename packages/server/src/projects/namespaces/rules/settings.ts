/** The settings of a group that hold for everything below it, as clients name them. */
export type GroupSettingsInput = {
  default_branch?: string | null | undefined;
  emails_enabled?: boolean | undefined;
  emails_disabled?: boolean | undefined;
  request_access_enabled?: boolean | undefined;
  membership_lock?: boolean | undefined;
  mentions_disabled?: boolean | undefined;
};

const SWITCHES = ['request_access_enabled', 'membership_lock', 'mentions_disabled'] as const;

export type GroupSettings = { default_branch?: string | null; emails_enabled?: boolean } & Partial<
  Record<(typeof SWITCHES)[number], boolean>
>;

/** Columns to write for what was sent. */
export function groupSettings(input: GroupSettingsInput): GroupSettings {
  const { default_branch: branch, emails_enabled: enabled, emails_disabled: disabled } = input;
  return {
    ...(branch !== undefined && { default_branch: branch?.trim() || null }),
    ...(disabled !== undefined && { emails_enabled: !disabled }),
    ...(enabled !== undefined && { emails_enabled: enabled }),
    ...Object.fromEntries(SWITCHES.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]]))),
  };
}
