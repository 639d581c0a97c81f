import type { InstanceCiSettings } from '@tributary/contract/accounts/settings.ts';
import { saveSettings } from '../../accounts/commands.ts';
import { reloadPage } from '../../app/navigation.tsx';
import { numberProblem, problemsOf } from '../../lib/number-problem.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError } from '../../ui/form.tsx';
import { SaveRow, useSettingsForm } from '../../ui/settings-form.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';

const MOST_MEBIBYTES = 10_240;
const MOST_JOBS = 10_000;
const MOST_INCLUDES = 1_000;

/** Limits of pipelines on the whole instance. */
export function InstanceSettings({ settings }: { settings: InstanceCiSettings }) {
  const form = useSettingsForm({
    initial: {
      ...settings,
      max_artifacts_size: String(settings.max_artifacts_size),
      ci_pipeline_size: String(settings.ci_pipeline_size),
      ci_max_includes: String(settings.ci_max_includes),
    },
    validate: (values) =>
      problemsOf({
        max_artifacts_size: numberProblem(values.max_artifacts_size, 1, MOST_MEBIBYTES),
        ci_pipeline_size: numberProblem(values.ci_pipeline_size, 1, MOST_JOBS),
        ci_max_includes: numberProblem(values.ci_max_includes, 0, MOST_INCLUDES),
        default_artifacts_expire_in:
          values.default_artifacts_expire_in.trim() === '' ? 'Enter a duration such as 30 days, or 0.' : undefined,
      }),
    onSubmit: async (values) => {
      await saveSettings({
        ...values,
        max_artifacts_size: Number(values.max_artifacts_size),
        ci_pipeline_size: Number(values.ci_pipeline_size),
        ci_max_includes: Number(values.ci_max_includes),
      });
      form.reset(values);
      await reloadPage();
    },
  });
  return (
    <Section title="Continuous integration" className="border-b">
      <form {...form.props} className="flex max-w-130 flex-col gap-4">
        <FormError form={form} />
        <Checkbox
          label="Enable instance runners for new projects"
          hint="Each project can change this later."
          {...form.check('shared_runners_enabled')}
        />
        <Checkbox
          label="Keep the latest artifacts"
          hint="Artifacts of the newest successful pipeline of each branch and tag stay after they expire, unless a project turns this off."
          {...form.check('keep_latest_artifact')}
        />
        <TextField
          label="Default artifact expiration"
          className="max-w-60"
          hint="A duration such as 30 days, for jobs that set none. Enter 0 to keep artifacts."
          {...form.text('default_artifacts_expire_in')}
        />
        <TextField
          label="Maximum artifact size"
          inputMode="numeric"
          className="max-w-60"
          hint="In MiB, for each file that a job uploads."
          {...form.text('max_artifacts_size')}
        />
        <TextField
          label="Maximum jobs in a pipeline"
          inputMode="numeric"
          className="max-w-60"
          hint="A pipeline with more jobs is not created."
          {...form.text('ci_pipeline_size')}
        />
        <TextField
          label="Maximum included files"
          inputMode="numeric"
          className="max-w-60"
          hint="Files that one configuration may include, counting each inclusion."
          {...form.text('ci_max_includes')}
        />
        <SaveRow form={form} />
      </form>
    </Section>
  );
}
