import type { InstanceCiSettings } from '@tributary/contract/accounts/settings.ts';
import { useState } from 'react';
import { saveSettings } from '../../accounts/commands.ts';
import { SavedNote } from '../../accounts/parts/saved-note.tsx';
import { reloadPage } from '../../app/navigation.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';

const MOST_MEBIBYTES = 10_240;

/** Limits of pipelines on the whole instance. */
export function InstanceSettings({ settings }: { settings: InstanceCiSettings }) {
  const [isSaved, setSaved] = useState(false);
  const form = useForm({
    asksBeforeLeaving: true,
    initial: { ...settings, max_artifacts_size: String(settings.max_artifacts_size) },
    validate: ({ max_artifacts_size: size, default_artifacts_expire_in: time }) => ({
      ...(!(/^\d{1,5}$/.test(size.trim()) && Number(size) >= 1 && Number(size) <= MOST_MEBIBYTES) && {
        max_artifacts_size: `Enter a number from 1 to ${MOST_MEBIBYTES}.`,
      }),
      ...(time.trim() === '' && { default_artifacts_expire_in: 'Enter a duration such as 30 days, or 0.' }),
    }),
    onSubmit: async (values) => {
      await saveSettings({ ...values, max_artifacts_size: Number(values.max_artifacts_size) });
      form.reset(values);
      await reloadPage();
      setSaved(true);
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
        <div className="flex items-center gap-3">
          <SaveButton ready={form.isDirty} busy={form.busy}>
            Save changes
          </SaveButton>
          <SavedNote shown={isSaved && !form.isDirty && !form.busy} />
        </div>
      </form>
    </Section>
  );
}
