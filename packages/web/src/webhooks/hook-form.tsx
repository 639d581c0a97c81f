import type { HookCard, HookEventKey, HooksPageData } from '@tributary/contract/projects/page.ts';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FormError, useForm } from '../ui/form.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { SaveButton } from '../ui/save-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { HookBody } from './commands.ts';
import { draftsOf, HeaderFields, savedHeaderNames, toCustomHeaders } from './header-fields.tsx';

export type HookFormProps = {
  hook: HookCard | null;
  events: HooksPageData['events'];
  /** A system hook is sent the events of the instance anyway. */
  isEventRequired?: boolean;
  submitLabel: string;
  onSubmit: (body: HookBody) => Promise<void>;
  onCancel?: () => void;
};

type Events = HooksPageData['events'];

function EventFields(props: {
  events: Events;
  chosen: ReadonlySet<HookEventKey>;
  isRequired: boolean;
  onToggle: (key: HookEventKey, isOn: boolean) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 font-medium">{props.isRequired ? 'Events' : 'More events'}</legend>
      {!props.isRequired && (
        <p className="text-sm text-fg-muted">Changes to users, groups, projects and members are always sent.</p>
      )}
      {props.events.map((event) => (
        <Checkbox
          key={event.key}
          label={event.label}
          hint={event.help}
          checked={props.chosen.has(event.key)}
          onCheckedChange={(isOn) => props.onToggle(event.key, isOn)}
        />
      ))}
      {props.isRequired && props.chosen.size === 0 && <p className="text-sm text-failed">Select at least one event.</p>}
    </fieldset>
  );
}

function tokenHint(hook: HookCard | null, url: string): string {
  if (hook?.tokenPresent !== true) return 'Sent in the X-Gitlab-Token header so the receiver can verify requests.';
  return url === hook.url
    ? 'A secret token is stored. Leave blank to keep it.'
    : 'The URL changed, so the stored secret token is removed. Enter it again.';
}

/** Where events go and which. Secrets are written only: an empty field keeps the one that is there. */
export function HookForm({ hook, events, isEventRequired = true, submitLabel, onSubmit, onCancel }: HookFormProps) {
  const [chosen, setChosen] = useState<ReadonlySet<HookEventKey>>(
    new Set(hook?.events ?? (isEventRequired ? ['push_events'] : ['repository_update_events'])),
  );
  const [headers, setHeaders] = useState(() => draftsOf(hook?.customHeaderNames ?? []));
  const [areHeadersChanged, setHeadersChanged] = useState(false);
  const form = useForm({
    asksBeforeLeaving: true,
    initial: {
      url: hook?.url ?? '',
      name: hook?.name ?? '',
      token: '',
      branchFilter: hook?.branchFilter ?? '',
      sslVerification: hook?.sslVerification ?? true,
      customHeaders: '',
    },
    fieldNames: { push_events_branch_filter: 'branchFilter', enable_ssl_verification: 'sslVerification' },
    validate: (values) =>
      URL.canParse(values.url) ? {} : { url: 'Enter a full URL, such as https://ci.example.org/hook.' },
    onSubmit: async (values) => {
      const filter = values.branchFilter.trim();
      await onSubmit({
        url: values.url,
        name: values.name,
        enable_ssl_verification: values.sslVerification,
        ...(filter !== (hook?.branchFilter ?? '') && {
          push_events_branch_filter: filter,
          branch_filter_strategy: filter === '' ? ('all_branches' as const) : ('wildcard' as const),
        }),
        ...(values.token !== '' && { token: values.token }),
        ...(areHeadersChanged && { custom_headers: toCustomHeaders(headers) }),
        ...Object.fromEntries(events.map((event) => [event.key, chosen.has(event.key)])),
      });
      setHeaders(draftsOf(savedHeaderNames(headers, hook !== null && values.url !== hook.url)));
      setHeadersChanged(false);
      form.reset({ ...values, branchFilter: filter, token: '' });
    },
  });
  const toggle = (key: HookEventKey, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(key);
    else next.delete(key);
    setChosen(next);
  };
  const isSame =
    hook !== null &&
    !form.isDirty &&
    !areHeadersChanged &&
    hook.events.toSorted().join() === [...chosen].toSorted().join();
  return (
    <form {...form.props} className="flex max-w-160 flex-col gap-4">
      <FormError form={form} />
      <TextField
        label="URL"
        required
        type="url"
        autoFocus={hook === null}
        placeholder="https://ci.example.org/hook"
        {...form.text('url')}
      />
      <TextField label="Name" hint="A short name for this webhook." {...form.text('name')} />
      <PasswordField
        label="Secret token"
        autoComplete="off"
        hint={tokenHint(hook, form.values.url)}
        {...form.text('token')}
      />
      <EventFields events={events} chosen={chosen} isRequired={isEventRequired} onToggle={toggle} />
      {chosen.has('push_events') && (
        <TextField
          label="Branches"
          hint="Only pushes to matching branches are sent. * matches any text. Leave blank for all branches."
          {...form.text('branchFilter')}
        />
      )}
      <HeaderFields
        drafts={headers}
        areDropped={hook !== null && hook.customHeaderNames.length > 0 && form.values.url !== hook.url}
        error={form.errors['customHeaders']}
        onChange={(drafts) => {
          setHeaders(drafts);
          setHeadersChanged(true);
        }}
      />
      <Checkbox
        label="Enable SSL verification"
        hint="Turn this off only for your own receiver with a self-signed certificate."
        {...form.check('sslVerification')}
      />
      <div className="flex gap-2">
        <SaveButton ready={(chosen.size > 0 || !isEventRequired) && !isSame} busy={form.busy}>
          {submitLabel}
        </SaveButton>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}
