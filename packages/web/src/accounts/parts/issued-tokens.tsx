import { type ReactNode, useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { dayAfter } from '../../lib/calendar-day.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { type Form, type FormValues, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { usePasswordQuestion } from './password-question.tsx';
import { SecretOnce, type SecretOnceProps } from './secret-once.tsx';

type Issued = { token: string };

/** A token that was just created, while it is shown; and whether the dialog that creates one is open. */
export function useIssuedToken<Created extends Issued>() {
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<Created | null>(null);
  return {
    open: () => setOpen(true),
    /** The token, once: it cannot be read again. */
    secret: (words: (created: Created) => Pick<SecretOnceProps, 'title' | 'text'>): ReactNode =>
      created && (
        <SecretOnce {...words(created)} secret={created.token} label="Token" onDismiss={() => setCreated(null)} />
      ),
    dialog: (draw: (props: { onCreated: (created: Created) => void; onClose: () => void }) => ReactNode): ReactNode =>
      isOpen &&
      draw({
        onCreated: (made) => {
          setCreated(made);
          setOpen(false);
        },
        onClose: () => setOpen(false),
      }),
  };
}

type DialogProps<V extends FormValues, Created extends Issued> = {
  /** Such as "deploy token". */
  noun: string;
  initial: V;
  validate: (values: V) => Partial<Record<keyof V & string, string>>;
  /** Until when it works without an expiration date. */
  expiryHint: string;
  create: (values: V & { expires_at: string }) => Promise<Created>;
  onCreated: (created: Created) => void;
  onClose: () => void;
  children: (form: Form<V & { expires_at: string }>) => ReactNode;
};

/** Creates a token that may expire; asks for the password again where the last time was long ago. */
export function NewTokenDialog<V extends FormValues, Created extends Issued>(props: DialogProps<V, Created>) {
  const { noun, initial, validate, expiryHint, create, onCreated, onClose, children } = props;
  const [tomorrow] = useState(() => dayAfter(new Date()));
  const { withPassword, question } = usePasswordQuestion();
  const form = useForm<V & { expires_at: string }>({
    initial: { ...initial, expires_at: '' },
    validate,
    onSubmit: async (values) => {
      onCreated(await withPassword(() => create(values)));
      await reloadPage();
    },
  });
  return (
    <>
      <FormDialog title={`New ${noun}`} form={form} action={`Create ${noun}`} onClose={onClose}>
        {children(form)}
        <TextField
          label="Expiration date"
          type="date"
          min={tomorrow}
          hint={expiryHint}
          name="expires_at"
          value={form.values.expires_at}
          onValueChange={(day) => form.set({ expires_at: day } as Partial<V & { expires_at: string }>)}
          error={form.errors['expires_at']}
        />
      </FormDialog>
      {question}
    </>
  );
}
