import type { PageEnvironment } from '@tributary/contract/environments/page.ts';
import type { RestEnvironment } from '@tributary/contract/environments/rest.ts';
import { reloadPage } from '../app/navigation.tsx';
import { api } from '../lib/http.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';

const AUTOMATIC = { value: '', label: 'Automatic, from its name' };
const TIERS = [
  { value: 'production', label: 'Production' },
  { value: 'staging', label: 'Staging' },
  { value: 'testing', label: 'Testing' },
  { value: 'development', label: 'Development' },
  { value: 'other', label: 'Other' },
];
const AUTO_STOP = [
  { value: 'always', label: 'Always' },
  { value: 'with_action', label: 'Only with a job that stops it' },
];

type Props = { projectId: number; environment: PageEnvironment | null; onClose: () => void };

/** Creates an environment, or changes one. */
export function EnvironmentDialog({ projectId, environment, onClose }: Props) {
  const path = `/api/v4/projects/${projectId}/environments`;
  const form = useForm({
    initial: {
      name: '',
      external_url: environment?.external_url ?? '',
      tier: environment?.tier ?? '',
      description: environment?.description ?? '',
      auto_stop_setting: environment?.auto_stop_setting ?? 'always',
    },
    onSubmit: async ({ name, tier, external_url: url, ...rest }) => {
      const body = { ...rest, external_url: url.trim(), ...(tier !== '' && { tier }) };
      await (environment
        ? api.put<RestEnvironment>(`${path}/${environment.id}`, { body })
        : api.post<RestEnvironment>(path, { body: { ...body, name: name.trim() } }));
      await reloadPage();
      onClose();
    },
  });
  return (
    <FormDialog
      title={environment ? `Edit ${environment.name}` : 'New environment'}
      form={form}
      action={environment ? 'Save changes' : 'Create environment'}
      onClose={onClose}
    >
      {environment === null && (
        <TextField label="Name" required hint="For example staging or review/my-branch." {...form.text('name')} />
      )}
      <TextField
        label="External URL"
        type="url"
        hint="The address of the deployed application."
        {...form.text('external_url')}
      />
      <Select label="Tier" options={environment ? TIERS : [AUTOMATIC, ...TIERS]} {...form.text('tier')} />
      <TextArea label="Description" {...form.text('description')} />
      <Select label="Stop automatically" options={AUTO_STOP} {...form.text('auto_stop_setting')} />
    </FormDialog>
  );
}
