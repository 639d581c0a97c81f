import {
  DIFF_LIMITS,
  type DiffLimitName,
  isPollingMultiplier,
  MAX_DELETION_DAYS,
  MAX_SESSION_MINUTES,
  MAX_TOKEN_PREFIX,
  NO_PROJECTS_LIMIT,
  NOTES_LIMIT,
  TOKEN_PREFIX,
} from '@tributary/contract/accounts/limits.ts';
import type { AdminSettingsPageData } from '@tributary/contract/accounts/page.ts';
import type { GeneralSettings } from '@tributary/contract/accounts/settings.ts';
import { VISIBILITIES } from '@tributary/contract/core/access-levels.ts';
import { updatePageData, usePage } from '../../app/navigation.tsx';
import { numberProblem, problemsOf } from '../../lib/number-problem.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { type Form, FormError } from '../../ui/form.tsx';
import { type SettingsForm, useSettingsForm } from '../../ui/settings-form.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { saveSettings } from '../commands.ts';
import { durationText, wholeNumber } from '../model/duration.ts';
import { SavedNote } from '../../ui/saved-note.tsx';
import {
  ThrottleSettingsSection,
  throttleNumbers,
  throttleProblems,
  throttleValues,
} from '../parts/throttle-settings.tsx';

/** Numbers are typed as text. */
function toValues(settings: GeneralSettings) {
  return {
    ...settings,
    default_projects_limit: String(settings.default_projects_limit),
    deletion_adjourned_period: String(settings.deletion_adjourned_period),
    max_attachment_size: String(settings.max_attachment_size),
    session_expire_delay: String(settings.session_expire_delay),
    polling_interval_multiplier: String(settings.polling_interval_multiplier),
    diff_max_patch_bytes: String(settings.diff_max_patch_bytes),
    diff_max_files: String(settings.diff_max_files),
    diff_max_lines: String(settings.diff_max_lines),
    notes_create_limit: String(settings.notes_create_limit),
    ...throttleValues(settings),
  };
}

type Values = ReturnType<typeof toValues>;

const visibilityTexts = {
  private: 'Private: members only',
  internal: 'Internal: all signed-in users',
  public: 'Public: everyone',
} as const;

const visibilityOptions = VISIBILITIES.map((value) => ({ value, label: visibilityTexts[value] }));

const isMultiplier = (text: string) => text.trim() !== '' && isPollingMultiplier(Number(text));

const diffRange = (name: DiffLimitName) => `from ${DIFF_LIMITS[name].least} to ${DIFF_LIMITS[name].most}`;

const DIFF_NAMES = ['diff_max_patch_bytes', 'diff_max_files', 'diff_max_lines'] as const;

const diffProblem = (values: Values, name: DiffLimitName): string | undefined =>
  numberProblem(values[name], DIFF_LIMITS[name].least, DIFF_LIMITS[name].most);

function findProblems(values: Values): Partial<Record<keyof Values, string>> {
  return problemsOf<keyof Values>({
    default_projects_limit: numberProblem(values.default_projects_limit, 0, NO_PROJECTS_LIMIT),
    deletion_adjourned_period: numberProblem(values.deletion_adjourned_period, 0, MAX_DELETION_DAYS),
    max_attachment_size: numberProblem(values.max_attachment_size, 1, 100),
    session_expire_delay: numberProblem(values.session_expire_delay, 5, MAX_SESSION_MINUTES),
    personal_access_token_prefix: TOKEN_PREFIX.test(values.personal_access_token_prefix)
      ? undefined
      : 'Use only letters, digits, and the characters _ = / . -',
    polling_interval_multiplier: isMultiplier(values.polling_interval_multiplier)
      ? undefined
      : 'Enter 0, or a number from 0.1 to 100.',
    ...Object.fromEntries(DIFF_NAMES.map((name) => [name, diffProblem(values, name)])),
    ...throttleProblems(values),
    notes_create_limit: numberProblem(values.notes_create_limit, 0, NOTES_LIMIT.most),
  });
}

function useGeneralSettings(settings: GeneralSettings): SettingsForm<Values> {
  return useSettingsForm({
    initial: toValues(settings),
    validate: findProblems,
    onSubmit: async (values) => {
      const next: GeneralSettings = {
        ...values,
        default_projects_limit: Number(values.default_projects_limit),
        deletion_adjourned_period: Number(values.deletion_adjourned_period),
        max_attachment_size: Number(values.max_attachment_size),
        session_expire_delay: Number(values.session_expire_delay),
        polling_interval_multiplier: Number(values.polling_interval_multiplier),
        diff_max_patch_bytes: Number(values.diff_max_patch_bytes),
        diff_max_files: Number(values.diff_max_files),
        diff_max_lines: Number(values.diff_max_lines),
        notes_create_limit: Number(values.notes_create_limit),
        ...throttleNumbers(values),
      };
      await saveSettings(next);
      updatePageData<AdminSettingsPageData>(() => ({ settings: next }));
    },
  });
}

function People({ form }: { form: Form<Values> }) {
  return (
    <Section title="Sign-up and users" className="border-b">
      <div className="flex flex-col gap-3">
        <Checkbox
          label="Allow sign-up"
          hint="When off, only administrators can create accounts."
          {...form.check('signup_enabled')}
        />
        <Checkbox
          label="Require approval for new accounts"
          hint="New users cannot sign in until an administrator approves them."
          {...form.check('require_admin_approval_after_user_signup')}
        />
        <Checkbox
          label="New accounts are external"
          hint="External users cannot see internal projects or create projects or groups."
          {...form.check('user_default_external')}
        />
        <TextField
          label="Personal project limit for new accounts"
          {...form.text('default_projects_limit')}
          inputMode="numeric"
          className="max-w-60"
          hint={`Enter ${NO_PROJECTS_LIMIT} for no limit.`}
        />
        <TextField
          label="Sessions expire after"
          {...form.text('session_expire_delay')}
          inputMode="numeric"
          className="max-w-60"
          hint={`Minutes of inactivity: ${durationText(wholeNumber(form.values.session_expire_delay) ?? 0)}.`}
        />
        <TextField
          label="Access token prefix"
          {...form.text('personal_access_token_prefix')}
          maxLength={MAX_TOKEN_PREFIX}
          className="max-w-60"
          hint="For new tokens, so that secret scanners recognize them. Existing tokens stay valid."
        />
      </div>
    </Section>
  );
}

function Projects({ form }: { form: Form<Values> }) {
  return (
    <Section title="Projects and files">
      <div className="flex max-w-80 flex-col gap-4">
        <Select
          label="Default project visibility"
          options={visibilityOptions}
          {...form.text('default_project_visibility')}
        />
        <Select
          label="Default group visibility"
          options={visibilityOptions}
          {...form.text('default_group_visibility')}
        />
        <TextField
          label="Deletion delay"
          {...form.text('deletion_adjourned_period')}
          inputMode="numeric"
          className="max-w-60"
          hint="Days in which owners can restore deleted projects and groups. With 0, they are deleted immediately."
        />
        <TextField
          label="Maximum upload size"
          {...form.text('max_attachment_size')}
          inputMode="numeric"
          className="max-w-60"
          hint="In MiB, from 1 to 100."
        />
      </div>
    </Section>
  );
}

function Maintenance({ form }: { form: Form<Values> }) {
  return (
    <Section
      title="Maintenance mode"
      text="Everything can be read, and nothing can be changed: not on pages, by the API, or by git push."
      className="border-t"
    >
      <div className="flex max-w-160 flex-col gap-4">
        <Checkbox label="Enable maintenance mode" {...form.check('maintenance_mode')} />
        <TextField
          label="Banner message"
          hint="Shown on every page. Leave blank for the usual message."
          maxLength={255}
          {...form.text('maintenance_mode_message')}
        />
        <TextField
          label="Address of the primary instance"
          hint="Only in a read-only copy of another instance: nothing can be changed here, and merge requests link to the primary."
          placeholder="https://code.example.com"
          maxLength={2_048}
          {...form.text('primary_url')}
        />
      </div>
    </Section>
  );
}

function News({ form }: { form: Form<Values> }) {
  return (
    <Section title="Polling" className="border-t">
      <TextField
        label="Polling interval multiplier"
        {...form.text('polling_interval_multiplier')}
        inputMode="decimal"
        className="max-w-60"
        hint="The default is 1. Enter 2 to poll half as often, or 0 to rely on live updates only."
      />
    </Section>
  );
}

function Comments({ form }: { form: Form<Values> }) {
  return (
    <Section title="Comments" className="border-t">
      <TextField
        label="Comment rate limit"
        {...form.text('notes_create_limit')}
        inputMode="numeric"
        className="max-w-60"
        hint={`Comments per user per minute, up to ${NOTES_LIMIT.most}. With 0, only the general request limit applies.`}
      />
    </Section>
  );
}

function Approvals({ form }: { form: Form<Values> }) {
  return (
    <Section title="Merge request approvals" text="Enforced in all groups and projects." className="border-t">
      <div className="flex flex-col gap-3">
        <Checkbox label="Prevent approval by the author" {...form.check('prevent_merge_requests_author_approval')} />
        <Checkbox
          label="Prevent approvals by users who added commits"
          {...form.check('prevent_merge_requests_committers_approval')}
        />
        <Checkbox
          label="Prevent editing approval rules in merge requests"
          {...form.check('disable_overriding_approvers_per_merge_request')}
        />
        <Checkbox label="Require the password to approve" {...form.check('require_password_to_approve')} />
      </div>
    </Section>
  );
}

function Diffs({ form }: { form: Form<Values> }) {
  const field = (name: DiffLimitName, label: string, unit: string) => (
    <TextField
      label={label}
      {...form.text(name)}
      inputMode="numeric"
      className="max-w-60"
      hint={`${unit}, ${diffRange(name)}.`}
    />
  );
  return (
    <Section
      title="Diff limits"
      text="Larger diffs are collapsed. Higher limits load more slowly."
      className="border-t"
    >
      <div className="flex max-w-80 flex-col gap-4">
        {field('diff_max_patch_bytes', 'Maximum diff size per file', 'In bytes')}
        {field('diff_max_files', 'Maximum files per diff', 'Number of files')}
        {field('diff_max_lines', 'Maximum changed lines per diff', 'Number of lines')}
      </div>
    </Section>
  );
}

export default function AdminSettingsPage() {
  const { data } = usePage<AdminSettingsPageData>();
  const form = useGeneralSettings(data.settings);
  return (
    <PageBody>
      <PageHeader title="Settings" meta="Apply to everyone on this instance immediately." />
      <form {...form.props}>
        <FormError form={form} />
        <People form={form} />
        <Projects form={form} />
        <Diffs form={form} />
        <Comments form={form} />
        <Approvals form={form} />
        <ThrottleSettingsSection form={form} />
        <Maintenance form={form} />
        <News form={form} />
        <div className="flex items-center gap-3">
          <Button type="submit" variant="primary" busy={form.busy}>
            Save settings
          </Button>
          <SavedNote shown={form.isSaved} />
        </div>
      </form>
    </PageBody>
  );
}
