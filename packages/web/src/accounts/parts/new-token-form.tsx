import type { AccessTokensPageData, CreatedToken } from '@tributary/contract/accounts/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { NewToken } from '../commands.ts';
import { expiryChoices, expiryProblem } from '../model/expiry.ts';
import { useFirstField } from './use-first-field.ts';
import { useToday } from './use-today.ts';

export type Role = { value: number; name: string };

/** Most tokens push and open merge requests. */
const USUAL_ROLE = 30;

export type NewTokenFormProps = Pick<AccessTokensPageData, 'scopes' | 'defaultExpiresAt' | 'maxExpiresAt'> & {
  /** From the address, so that a program can lead here with the form filled in. */
  suggested: { name: string; description: string; scopes: readonly string[] };
  /** For tokens of a place: the role they have there. */
  roles?: readonly Role[];
  onCreate: (token: NewToken & { role: string }) => Promise<CreatedToken>;
  onCreated: (created: CreatedToken) => Promise<void> | void;
  onCancel: () => void;
};

type ScopesProps = Pick<AccessTokensPageData, 'scopes'> & {
  chosen: readonly string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
};

function Scopes({ scopes, chosen, error, onChange }: ScopesProps) {
  return (
    <FormField label="Scopes" error={error} group>
      {({ labelId, id, 'aria-describedby': described }) => (
        <div
          id={id}
          role="group"
          aria-labelledby={labelId}
          aria-describedby={described}
          className="flex flex-col gap-2 py-1"
        >
          {scopes.map((scope, index) => (
            <Checkbox
              key={scope.name}
              label={<code className="font-mono text-code">{scope.name}</code>}
              hint={scope.text}
              checked={chosen.includes(scope.name)}
              invalid={error !== undefined && index === 0}
              onCheckedChange={(isOn) =>
                onChange(isOn ? [...chosen, scope.name] : chosen.filter((name) => name !== scope.name))
              }
            />
          ))}
        </div>
      )}
    </FormField>
  );
}

function useTokenForm(props: NewTokenFormProps) {
  const { suggested, scopes, maxExpiresAt, defaultExpiresAt, roles = [], onCreate, onCreated } = props;
  const usualRole = roles.find((role) => role.value === USUAL_ROLE) ?? roles.at(-1);
  const known = suggested.scopes.filter((name) => scopes.some((scope) => scope.name === name));
  const today = useToday();
  return useForm({
    // The forms of this product hold texts and switches: the chosen scopes stand in one text.
    initial: {
      name: suggested.name,
      description: suggested.description,
      expires_at: defaultExpiresAt,
      scopes: known.join(' '),
      role: String(usualRole?.value ?? ''),
    },
    validate: (values) => {
      const expiry = expiryProblem(values.expires_at, today, maxExpiresAt);
      return {
        ...(values.name.trim() === '' && { name: 'Enter a name that says what the token is for.' }),
        ...(expiry !== null && { expires_at: expiry }),
        ...(values.scopes === '' && { scopes: 'Select at least one scope.' }),
      };
    },
    onSubmit: async (values) => {
      const chosen = values.scopes.split(' ');
      await onCreated(await onCreate({ ...values, name: values.name.trim(), scopes: chosen }));
    },
  });
}

export function NewTokenForm(props: NewTokenFormProps) {
  const { scopes, maxExpiresAt, roles = [], onCancel } = props;
  const first = useFirstField();
  const form = useTokenForm(props);
  const choices = expiryChoices(useToday(), maxExpiresAt);
  const chosen = form.values.scopes === '' ? [] : form.values.scopes.split(' ');
  return (
    <Card className="max-w-180" label="New access token">
      <CardHeader title="New access token" />
      <form {...form.props} className="flex flex-col gap-4 p-4">
        <FormError form={form} />
        <TextField
          ref={first}
          label="Name"
          {...form.text('name')}
          hint="Where the token is used, such as a device or application."
          autoComplete="off"
        />
        <TextField label="Description" {...form.text('description')} autoComplete="off" />
        {roles.length > 0 && (
          <Select
            label="Role"
            {...form.text('role')}
            options={roles.map((role) => ({ value: String(role.value), label: role.name }))}
            hint="The maximum access. The scopes below can limit it further."
            className="w-44"
          />
        )}
        <div className="flex flex-wrap items-end gap-2">
          <TextField
            label="Expires"
            type="date"
            {...form.text('expires_at')}
            max={maxExpiresAt}
            className="w-44"
            hint={null}
          />
          {choices.map((choice) => (
            <Button
              key={choice.value}
              variant="ghost"
              aria-pressed={form.values.expires_at === choice.value}
              className="aria-pressed:bg-hover aria-pressed:text-fg"
              onClick={() => form.set({ expires_at: choice.value })}
            >
              {choice.label}
            </Button>
          ))}
        </div>
        <Scopes
          scopes={scopes}
          chosen={chosen}
          error={form.errors['scopes']}
          onChange={(names) => form.set({ scopes: names.join(' ') })}
        />
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={form.busy}>
            Create token
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </form>
    </Card>
  );
}
