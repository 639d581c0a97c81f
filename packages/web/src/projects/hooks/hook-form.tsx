import type { HookCard, HookEventKey, ProjectHooksPageData } from '@tributary/contract/projects/page.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

export type HookBody = {
  url: string;
  name: string;
  push_events_branch_filter: string;
  enable_ssl_verification: boolean;
  token?: string;
} & Partial<Record<HookEventKey, boolean>>;

export type HookFormProps = {
  hook: HookCard | null;
  events: ProjectHooksPageData['events'];
  submitLabel: string;
  onSubmit: (body: HookBody) => Promise<void>;
  onCancel?: () => void;
};

/** Where events go and which. The secret is written only: an empty field keeps the one that is there. */
export function HookForm({ hook, events, submitLabel, onSubmit, onCancel }: HookFormProps) {
  const [chosen, setChosen] = useState<ReadonlySet<HookEventKey>>(new Set(hook?.events ?? ['push_events']));
  const form = useForm({
    initial: {
      url: hook?.url ?? '',
      name: hook?.name ?? '',
      token: '',
      branchFilter: hook?.branchFilter ?? '',
      sslVerification: hook?.sslVerification ?? true,
    },
    fieldNames: { push_events_branch_filter: 'branchFilter', enable_ssl_verification: 'sslVerification' },
    validate: (values) =>
      URL.canParse(values.url) ? {} : { url: 'Enter a whole address, such as https://ci.example.org/hook.' },
    onSubmit: async (values) => {
      const flags = Object.fromEntries(events.map((event) => [event.key, chosen.has(event.key)]));
      await onSubmit({
        url: values.url,
        name: values.name,
        push_events_branch_filter: values.branchFilter,
        enable_ssl_verification: values.sslVerification,
        ...(values.token !== '' && { token: values.token }),
        ...flags,
      });
    },
  });
  const isMoved = hook !== null && hook.tokenPresent && form.values.url !== hook.url;
  const toggle = (key: HookEventKey, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(key);
    else next.delete(key);
    setChosen(next);
  };
  return (
    <form {...form.props} className="flex max-w-160 flex-col gap-4">
      <FormError form={form} />
      <TextField label="URL" required type="url" placeholder="https://ci.example.org/hook" {...form.text('url')} />
      <TextField label="Name" {...form.text('name')} />
      <PasswordField
        label="Secret token"
        autoComplete="off"
        hint={
          isMoved
            ? 'The address changes, so the stored secret is dropped: enter it again.'
            : hook?.tokenPresent
              ? 'A secret is stored. Leave this empty to keep it.'
              : 'Sent as X-Gitlab-Token, so that the receiver knows who calls.'
        }
        {...form.text('token')}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="pb-1 font-medium">Events</legend>
        {events.map((event) => (
          <Checkbox
            key={event.key}
            label={event.label}
            hint={event.help}
            checked={chosen.has(event.key)}
            onCheckedChange={(isOn) => toggle(event.key, isOn)}
          />
        ))}
      </fieldset>
      {chosen.has('push_events') && (
        <TextField
          label="Branches"
          hint="Only pushes to branches that match; * stands for any text. Empty means all."
          {...form.text('branchFilter')}
        />
      )}
      <Checkbox label="Verify the certificate of the receiver" {...form.check('sslVerification')} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={form.busy} disabled={chosen.size === 0}>
          {submitLabel}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}
