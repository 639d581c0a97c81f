import type {
  PushRulePattern,
  PushRulesPageData,
  PushRuleSwitch,
  PushRuleValues,
} from '@tributary/contract/projects/push-rules.ts';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';

const SWITCHES: readonly { name: PushRuleSwitch; label: string; hint?: string }[] = [
  {
    name: 'reject_unsigned_commits',
    label: 'Reject unsigned commits',
    hint: 'Commits made by Tributary, such as merge commits, are accepted.',
  },
  {
    name: 'commit_committer_check',
    label: 'Reject unverified committers',
    hint: 'The committer of pushed commits must be the user who pushes, by a confirmed email address.',
  },
  {
    name: 'commit_committer_name_check',
    label: 'Reject inconsistent committer names',
    hint: 'The committer name of pushed commits must be the name of the user who pushes.',
  },
  {
    name: 'member_check',
    label: 'Commit author is a user',
    hint: 'Authors and committers must use a confirmed email address of a user.',
  },
  { name: 'reject_non_dco_commits', label: 'Require DCO sign-off', hint: 'Messages must have a Signed-off-by line.' },
  {
    name: 'prevent_secrets',
    label: 'Reject files that usually contain secrets',
    hint: 'Names such as id_rsa, server.key and .aws/credentials.',
  },
  { name: 'deny_delete_tag', label: 'Do not allow users to delete tags' },
];

const PATTERNS: readonly { name: PushRulePattern; label: string; hint: string }[] = [
  { name: 'commit_message_regex', label: 'Required in commit messages', hint: 'For example: JIRA-\\d+' },
  { name: 'commit_message_negative_regex', label: 'Rejected in commit messages', hint: 'For example: ssh://' },
  {
    name: 'branch_name_regex',
    label: 'Branch name',
    hint: 'For new branches other than the default branch. For example: ^(feature|fix)/',
  },
  { name: 'author_email_regex', label: 'Email of authors and committers', hint: 'For example: @example\\.com$' },
  { name: 'file_name_regex', label: 'Rejected file names', hint: 'For example: (jar|exe)$' },
];

const LEVELS = { instance: 'instance', group: 'group', project: 'project' } as const;

const textsOf = (values: PushRuleValues) => ({ ...values, max_file_size: String(values.max_file_size) });

function changesOf(before: PushRuleValues, after: PushRuleValues): Partial<PushRuleValues> {
  const names = Object.keys(before) as (keyof PushRuleValues)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  ) as Partial<PushRuleValues>;
}

function usePushRulesForm({ values, apiPath }: PushRulesPageData) {
  return useForm({
    asksBeforeLeaving: true,
    initial: textsOf(values),
    validate: (typed) => (/^\d{1,7}$/.test(typed.max_file_size) ? {} : { max_file_size: 'Enter a whole number.' }),
    onSubmit: async (typed) => {
      const next = { ...typed, max_file_size: Number(typed.max_file_size) };
      await api.put(apiPath, { body: changesOf(values, next) });
      await reloadPage();
    },
  });
}

function PushRulesForm({ data }: { data: PushRulesPageData }) {
  const form = usePushRulesForm(data);
  const locked = !data.canChange;
  return (
    <form {...form.props} className="flex max-w-160 flex-col gap-6">
      <FormError form={form} />
      <Section title="Commits and tags">
        <div className="flex flex-col gap-3">
          {SWITCHES.map(({ name, label, hint }) => {
            const level = data.enforcedBy[name];
            return (
              <Checkbox
                key={name}
                label={label}
                hint={level === undefined ? hint : `Enforced by the ${LEVELS[level]}.`}
                disabled={locked || level !== undefined}
                {...form.check(name)}
              />
            );
          })}
        </div>
      </Section>
      <Section title="Patterns" text="Regular expressions in RE2 syntax. Leave a field empty to accept everything.">
        <div className="flex flex-col gap-4">
          {PATTERNS.map(({ name, label, hint }) => (
            <TextField
              key={name}
              label={label}
              hint={hint}
              disabled={locked}
              inputClassName="font-mono"
              {...form.text(name)}
            />
          ))}
          <TextField
            label="Maximum file size"
            hint="In MB. Enter 0 for no limit."
            inputMode="numeric"
            className="max-w-60"
            disabled={locked}
            {...form.text('max_file_size')}
          />
        </div>
      </Section>
      {data.canChange && (
        <div>
          <SaveButton ready={form.isDirty} busy={form.busy}>
            Save push rules
          </SaveButton>
        </div>
      )}
    </form>
  );
}

const TEXTS = {
  instance: 'These rules apply to all projects. Groups and projects can add rules and replace patterns.',
  group: 'These rules apply to all projects of the group and its subgroups, which can add rules and replace patterns.',
  project:
    'Pushes, commits in the browser and merges that break a rule are rejected. Commits that are in a branch or tag already are not checked again.',
} as const;

/** Push rules of a project, a group or the instance. */
export function PushRules() {
  const { data } = usePage<PushRulesPageData>();
  return (
    <PageBody>
      <PageHeader title="Push rules" />
      <p className="max-w-160 pb-4 text-fg-muted">{TEXTS[data.level]}</p>
      <PushRulesForm key={JSON.stringify(data.values)} data={data} />
    </PageBody>
  );
}
