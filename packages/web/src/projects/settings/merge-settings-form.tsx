import type { ProjectMergeSettings } from '@tributary/contract/projects/page.ts';
import type { ReactNode } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError } from '../../ui/form.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { Section } from '../../ui/section.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSettings } from './use-settings.ts';

const MERGE_METHODS = [
  { value: 'merge', label: 'Merge commit', hint: 'Every merge creates a merge commit.' },
  {
    value: 'rebase_merge',
    label: 'Merge commit with semi-linear history',
    hint: 'Every merge creates a merge commit. Without merge trains, the source branch must be up to date with the target branch.',
  },
  {
    value: 'ff',
    label: 'Fast-forward merge',
    hint: 'No merge commits. Without merge trains, the source branch must be up to date with the target branch.',
  },
];

const SQUASH_OPTIONS = [
  { value: 'never', label: 'Do not allow', hint: 'Commits are never squashed. The checkbox is hidden.' },
  { value: 'default_off', label: 'Allow', hint: 'The checkbox is visible and not selected by default.' },
  { value: 'default_on', label: 'Encourage', hint: 'The checkbox is visible and selected by default.' },
  { value: 'always', label: 'Require', hint: 'Commits are always squashed.' },
];

const MERGE_VARIABLES =
  'Variables: %{title}, %{description}, %{reference}, %{local_reference}, %{url}, %{source_branch}, %{target_branch}, %{source_project_id}, %{issues}, %{first_commit}, %{first_multiline_commit}, %{first_multiline_commit_description}, %{all_commits}, %{merge_request_author}, %{merged_by}, %{approved_by}, %{reviewed_by}, %{co_authored_by}.';

const SUGGESTION_VARIABLES =
  'Leave blank for the default message. Variables: %{suggestions_count}, %{files_count}, %{file_paths}, %{branch_name}, %{project_path}, %{project_name}, %{username}, %{user_full_name}, %{co_authored_by}.';

/** Settings that belong together, under a name of their own. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={title} className="flex flex-col gap-3">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </div>
  );
}

/** How merge requests of a project are merged and what they must pass. */
export function MergeSettingsForm({ projectId, settings }: { projectId: number; settings: ProjectMergeSettings }) {
  const form = useSettings(projectId, settings, (values) => ({
    ...values,
    // There are no trains without pipelines of merged results.
    merge_trains_enabled: values.merge_pipelines_enabled && values.merge_trains_enabled,
  }));
  const { values } = form;
  return (
    <Section title="Merging" text="How changes are merged into the target branch.">
      <form {...form.props} className="flex max-w-160 flex-col gap-6">
        <FormError form={form} />
        <RadioGroup label="Merge method" options={MERGE_METHODS} {...form.text('merge_method')} />
        <RadioGroup label="Squash commits when merging" options={SQUASH_OPTIONS} {...form.text('squash_option')} />
        <Group title="Merge options">
          <Checkbox
            label="Enable merged results pipelines"
            hint="Merge request pipelines run on the result of merging the source branch into the target branch."
            {...form.check('merge_pipelines_enabled')}
          />
          <Checkbox
            label="Enable merge trains"
            hint="Merge requests are merged in order, each tested together with those ahead of it. Needs merged results pipelines."
            disabled={!values.merge_pipelines_enabled}
            {...form.check('merge_trains_enabled')}
          />
          <Checkbox
            label="Allow skipping the merge train"
            hint="Developers can merge immediately as well. Maintainers always can. The merge requests in the train are then tested again."
            disabled={!values.merge_trains_enabled || !values.merge_pipelines_enabled}
            {...form.check('merge_trains_skip_train_allowed')}
          />
          <Checkbox
            label="Resolve outdated diff threads automatically"
            {...form.check('resolve_outdated_diff_discussions')}
          />
          <Checkbox label="Delete the source branch by default" {...form.check('remove_source_branch_after_merge')} />
        </Group>
        <Group title="Merge checks">
          <Checkbox
            label="Pipelines must succeed"
            hint="Merge requests can be merged only when the latest pipeline of their head succeeded."
            {...form.check('only_allow_merge_if_pipeline_succeeds')}
          />
          <Checkbox
            label="Skipped pipelines are considered successful"
            disabled={!values.only_allow_merge_if_pipeline_succeeds}
            {...form.check('allow_merge_on_skipped_pipeline')}
          />
          <Checkbox
            label="All threads must be resolved"
            {...form.check('only_allow_merge_if_all_discussions_are_resolved')}
          />
          <Checkbox
            label="Status checks must succeed"
            hint="Merge requests can't be merged if any status checks failed or are still pending."
            {...form.check('only_allow_merge_if_all_status_checks_passed')}
          />
          <TextField
            label="Title pattern"
            hint="A regular expression (RE2). Merge requests with titles that do not match cannot be merged. Leave blank to allow any title."
            inputClassName="font-mono"
            maxLength={255}
            {...form.text('merge_request_title_regex')}
          />
          <TextField
            label="Title example"
            hint="Tells authors which titles are allowed. Required if you set a pattern."
            maxLength={255}
            {...form.text('merge_request_title_regex_description')}
          />
        </Group>
        <Group title="Commit messages">
          <TextArea
            label="Merge commit message template"
            hint={`Leave blank for the default message. ${MERGE_VARIABLES}`}
            code
            maxLength={500}
            {...form.text('merge_commit_template')}
          />
          <TextArea
            label="Squash commit message template"
            hint="Leave blank for the default message. Accepts the same variables."
            code
            maxLength={500}
            {...form.text('squash_commit_template')}
          />
          <TextField
            label="Commit message for applied suggestions"
            hint={SUGGESTION_VARIABLES}
            {...form.text('suggestion_commit_message')}
          />
        </Group>
        <Group title="Jira">
          <TextField
            label="Jira URL"
            hint="Where your Jira issues are. Leave blank if you do not use Jira."
            inputMode="url"
            placeholder="https://jira.example.com"
            {...form.text('jira_url')}
          />
          <TextField
            label="Jira project keys"
            hint="For example ABC, OPS. Leave blank to accept the keys of all Jira projects."
            {...form.text('jira_project_keys')}
          />
          <Checkbox
            label="Require an associated issue from Jira"
            hint="Merge requests can be merged only if their title or description mentions a Jira issue key."
            {...form.check('prevent_merge_without_jira_issue')}
          />
        </Group>
        <div>
          <SaveButton ready={form.isDirty} busy={form.busy}>
            Save merge settings
          </SaveButton>
        </div>
      </form>
    </Section>
  );
}
