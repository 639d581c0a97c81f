import {
  configPathProblem,
  MAX_ARTIFACTS_MEBIBYTES,
  MAX_GIT_DEPTH,
  MAX_PIPELINE_AGE_SECONDS,
  MAX_TIMEOUT_SECONDS,
  MIN_TIMEOUT_SECONDS,
} from '@tributary/contract/ci/ci-settings.ts';
import type { ProjectCiSettingsData } from '@tributary/contract/ci/variables.ts';
import { reloadPage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { numberProblem, problemsOf } from '../../lib/number-problem.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError } from '../../ui/form.tsx';
import { SaveRow, useSettingsForm } from '../../ui/settings-form.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { sizeOf, sizeProblem, sizeText, VARIABLES_ROLE_OPTIONS } from './variables-roles.ts';

const STRATEGIES = [
  { value: 'fetch', label: 'git fetch: reuses the clone of an earlier job' },
  { value: 'clone', label: 'git clone: starts with an empty folder' },
];
const MINUTE = 60;
const DAY = 86_400;
const MOST_DAYS = MAX_PIPELINE_AGE_SECONDS / DAY;

const [LEAST, MOST] = [MIN_TIMEOUT_SECONDS / MINUTE, MAX_TIMEOUT_SECONDS / MINUTE];

function sentence(problem: string | null): string | undefined {
  return problem === null ? undefined : `The path ${problem}.`;
}

const daysText = (seconds: number | null): string => (seconds === null ? '' : String(Math.ceil(seconds / DAY)));

/** How the pipelines of a project run. */
export function PipelineSettings({ projectId, settings }: { projectId: number; settings: ProjectCiSettingsData }) {
  const form = useSettingsForm({
    initial: {
      public_jobs: settings.public_jobs,
      auto_cancel: settings.auto_cancel_pending_pipelines === 'enabled',
      ci_separated_caches: settings.ci_separated_caches,
      keep_latest_artifact: settings.keep_latest_artifact,
      ci_allow_fork_pipelines_to_run_in_parent_project: settings.ci_allow_fork_pipelines_to_run_in_parent_project,
      ci_config_path: settings.ci_config_path ?? '',
      build_git_strategy: settings.build_git_strategy,
      ci_default_git_depth: String(settings.ci_default_git_depth),
      timeout_minutes: String(Math.round(settings.build_timeout / MINUTE)),
      age_days: daysText(settings.ci_delete_pipelines_in_seconds),
      variables_role: settings.ci_pipeline_variables_minimum_override_role as string,
      max_artifacts_size: sizeText(settings.max_artifacts_size),
    },
    fieldNames: {
      build_timeout: 'timeout_minutes',
      auto_cancel_pending_pipelines: 'auto_cancel',
      ci_delete_pipelines_in_seconds: 'age_days',
      ci_pipeline_variables_minimum_override_role: 'variables_role',
    },
    validate: (values) => {
      const path = values.ci_config_path.trim();
      return problemsOf({
        max_artifacts_size: sizeProblem(values.max_artifacts_size, MAX_ARTIFACTS_MEBIBYTES),
        ci_config_path: path === '' ? undefined : sentence(configPathProblem(path)),
        ci_default_git_depth: numberProblem(values.ci_default_git_depth, 0, MAX_GIT_DEPTH),
        timeout_minutes: numberProblem(values.timeout_minutes, LEAST, MOST),
        age_days: numberProblem(values.age_days, 1, MOST_DAYS, { canBeBlank: true }),
      });
    },
    onSubmit: async (values) => {
      const {
        auto_cancel: isCanceled,
        timeout_minutes: minutes,
        ci_default_git_depth: depth,
        age_days: days,
        variables_role: role,
        max_artifacts_size: size,
        ...same
      } = values;
      await api.put(`/api/v4/projects/${projectId}`, {
        body: {
          ...same,
          ci_config_path: same.ci_config_path.trim(),
          auto_cancel_pending_pipelines: isCanceled ? 'enabled' : 'disabled',
          build_timeout: Number(minutes) * MINUTE,
          ci_default_git_depth: Number(depth),
          ci_pipeline_variables_minimum_override_role:
            role as ProjectCiSettingsData['ci_pipeline_variables_minimum_override_role'],
          ...(settings.can_change_size && { max_artifacts_size: sizeOf(size) }),
          ci_delete_pipelines_in_seconds: days.trim() === '' ? null : Number(days) * DAY,
        },
      });
      form.reset(values);
      await reloadPage();
    },
  });
  return (
    <Section title="General pipelines" className="border-b">
      <form {...form.props} className="flex max-w-130 flex-col gap-4">
        <FormError form={form} />
        <Checkbox
          label="Public job logs and artifacts"
          hint="When off, only reporters and above see logs and artifacts of jobs."
          {...form.check('public_jobs')}
        />
        <Checkbox
          label="Cancel redundant pipelines"
          hint="A new pipeline on a branch cancels older pipelines that have not started or can be interrupted."
          {...form.check('auto_cancel')}
        />
        <Checkbox
          label="Separate caches for protected branches"
          hint="Jobs of other branches cannot change the caches of protected branches."
          {...form.check('ci_separated_caches')}
        />
        <Checkbox
          label="Keep the latest artifacts"
          hint="Artifacts of the newest successful pipeline of each branch and tag stay after they expire."
          {...form.check('keep_latest_artifact')}
        />
        <Checkbox
          label="Pipelines of forks in this project"
          hint="Members can run pipelines of merge requests from forks here, with the runners of this project."
          {...form.check('ci_allow_fork_pipelines_to_run_in_parent_project')}
        />
        <TextField
          label="CI/CD configuration file"
          hint="Path from the root of the repository. The default is .gitlab-ci.yml."
          placeholder=".gitlab-ci.yml"
          {...form.text('ci_config_path')}
        />
        <Select label="Git strategy" options={STRATEGIES} {...form.text('build_git_strategy')} />
        <TextField
          label="Git depth"
          inputMode="numeric"
          className="max-w-60"
          hint="Number of commits that jobs fetch. Enter 0 for the full history."
          {...form.text('ci_default_git_depth')}
        />
        <TextField
          label="Job timeout"
          inputMode="numeric"
          className="max-w-60"
          hint="In minutes, for jobs that set no timeout."
          {...form.text('timeout_minutes')}
        />
        <TextField
          label="Delete pipelines after"
          inputMode="numeric"
          className="max-w-60"
          hint="In days. Older pipelines are deleted with their logs and artifacts. Leave blank to keep them."
          {...form.text('age_days')}
        />
        <Select
          label="Minimum role to use pipeline variables"
          className="max-w-60"
          hint="The lowest role that can set variables when it runs a pipeline or a manual job."
          options={VARIABLES_ROLE_OPTIONS.map((option) => ({
            ...option,
            disabled: option.value === 'owner' && !settings.can_choose_owners,
          }))}
          {...form.text('variables_role')}
        />
        <TextField
          label="Maximum artifact size"
          inputMode="numeric"
          className="max-w-60"
          disabled={!settings.can_change_size}
          placeholder={String(settings.inherited_max_artifacts_size)}
          hint={`In MiB, for each file that a job uploads. Leave blank for the inherited limit, ${settings.inherited_max_artifacts_size} MiB.${settings.can_change_size ? '' : ' Only administrators can change it.'}`}
          {...form.text('max_artifacts_size')}
        />
        <SaveRow form={form} />
      </form>
    </Section>
  );
}
