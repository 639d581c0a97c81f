import { MAX_ARTIFACTS_MEBIBYTES, type VariablesRole } from '@tributary/contract/ci/ci-settings.ts';
import type { GroupCiSettingsData, SharedRunnersSetting } from '@tributary/contract/ci/group-ci-settings.ts';
import { reloadPage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { problemsOf } from '../../lib/number-problem.ts';
import { FormError } from '../../ui/form.tsx';
import { SaveRow, useSettingsForm } from '../../ui/settings-form.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { sizeOf, sizeProblem, sizeText, VARIABLES_ROLE_OPTIONS } from './variables-roles.ts';

const RUNNERS: readonly { value: SharedRunnersSetting; label: string; hint: string }[] = [
  { value: 'enabled', label: 'Enabled', hint: 'Projects use instance runners unless they turn them off.' },
  {
    value: 'disabled_and_overridable',
    label: 'Disabled, can be overridden',
    hint: 'Turned off in all subgroups and projects. Each of them can turn them on.',
  },
  {
    value: 'disabled_and_unoverridable',
    label: 'Disabled',
    hint: 'Turned off in all subgroups and projects. None of them can turn them on.',
  },
];

type Props = { groupId: number; settings: GroupCiSettingsData };

/** What holds for pipelines of all projects in a group. */
export function GroupPipelineSettings({ groupId, settings }: Props) {
  const form = useSettingsForm({
    initial: {
      shared_runners_setting: settings.shared_runners_setting as string,
      pipeline_variables_default_role: settings.pipeline_variables_default_role as string,
      max_artifacts_size: sizeText(settings.max_artifacts_size),
    },
    validate: (values) =>
      problemsOf({ max_artifacts_size: sizeProblem(values.max_artifacts_size, MAX_ARTIFACTS_MEBIBYTES) }),
    onSubmit: async (values) => {
      await api.put(`/api/v4/groups/${groupId}`, {
        body: {
          shared_runners_setting: values.shared_runners_setting as SharedRunnersSetting,
          pipeline_variables_default_role: values.pipeline_variables_default_role as VariablesRole,
          ...(settings.can_change_size && { max_artifacts_size: sizeOf(values.max_artifacts_size) }),
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
        <RadioGroup
          label="Instance runners"
          options={RUNNERS.map((option) => ({
            ...option,
            disabled: settings.are_instance_runners_locked && option.value !== 'disabled_and_unoverridable',
          }))}
          {...(settings.are_instance_runners_locked && {
            hint: 'A parent group disables instance runners for all its subgroups and projects.',
          })}
          {...form.text('shared_runners_setting')}
        />
        <Select
          label="Default role to use pipeline variables"
          className="max-w-60"
          hint="The lowest role that can set variables for a pipeline in new projects. Existing projects keep their setting."
          options={VARIABLES_ROLE_OPTIONS}
          {...form.text('pipeline_variables_default_role')}
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
