import { useEffect, useRef, useState } from 'react';
import type { FormEvent, RefObject } from 'react';
import { isAppError, messageOf } from '../lib/app-error.ts';
import { focusWhenRendered } from '../lib/focus-when-rendered.ts';
import type { FieldMessages } from '../lib/app-error.ts';
import { holdUnsaved } from '../lib/unsaved.ts';
import { Banner } from './banner.tsx';

export type FormValues = Record<string, string | boolean>;

type KeysOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string;

export type UseFormOptions<V extends FormValues> = {
  initial: V;
  /** Field → sentence, before anything is sent. */
  validate?: (values: V) => Partial<Record<keyof V & string, string>>;
  /** A thrown `AppError` is shown; what was typed stays. */
  onSubmit: (values: V) => Promise<void> | void;
  /** Server's field name → field of this form, where the names differ by more than their case. */
  fieldNames?: Record<string, keyof V & string>;
  /** Asks before the page is left with something changed: for settings, where nothing else keeps it. */
  asksBeforeLeaving?: boolean;
};

export type Form<V extends FormValues> = {
  props: { ref: RefObject<HTMLFormElement | null>; onSubmit: (event: FormEvent) => void; noValidate: true };
  values: V;
  set: (patch: Partial<V>) => void;
  text: <K extends KeysOf<V, string>>(
    name: K,
  ) => { name: K; value: string; onValueChange: (value: string) => void; error: string | undefined };
  check: <K extends KeysOf<V, boolean>>(
    name: K,
  ) => { name: K; checked: boolean; onCheckedChange: (checked: boolean) => void; error: string | undefined };
  /** What belongs to no field. */
  message: string | null;
  errors: Partial<Record<string, string>>;
  busy: boolean;
  isDirty: boolean;
  reset: (values?: V) => void;
};

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function sentence(text: string): string {
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(upper) ? upper : `${upper}.`;
}

/** Puts the server's messages under the fields of the form; what has no field here goes above it. */
export function assignFieldErrors(
  errors: FieldMessages,
  fields: readonly string[],
  names: Record<string, string> = {},
): { placed: Record<string, string>; rest: string[] } {
  const placed: Record<string, string> = {};
  const rest: string[] = [];
  for (const [name, messages] of Object.entries(errors)) {
    const field = [names[name], name, camelCase(name)].find(
      (candidate) => candidate !== undefined && fields.includes(candidate),
    );
    if (field !== undefined) placed[field] = messages.map(sentence).join(' ');
    else if (name === 'base') rest.push(...messages.map(sentence));
    else rest.push(...messages.map((message) => sentence(`${name.replaceAll('_', ' ')} ${message}`)));
  }
  return { placed, rest };
}

const WRITTEN_IN = 'input, textarea, [contenteditable="true"]';

/**
 * To be asked for when a form is sent. Tells later whether someone writes in one of its fields meanwhile: the keyboard stays
 * with them, whatever the answer is.
 */
export function watchWriter(form: HTMLFormElement | null): () => boolean {
  const before = document.activeElement;
  let hasWritten = false;
  form?.addEventListener('input', () => void (hasWritten = true), { once: true });
  return () => {
    const now = document.activeElement;
    return (hasWritten || now !== before) && now?.matches(WRITTEN_IN) === true && form?.contains(now) === true;
  };
}

/** As soon as the errors are drawn: only then the fields are marked, and after an answer that may take some frames. */
export function focusFirstInvalid(form: HTMLFormElement | null, isWrittenIn?: () => boolean): void {
  focusWhenRendered(() => {
    if (isWrittenIn?.() === true) return document.activeElement as HTMLElement;
    return (
      form?.querySelector<HTMLElement>(
        '[aria-invalid="true"]:not([role="radiogroup"]), [role="radiogroup"][aria-invalid="true"] input:enabled',
      ) ?? form?.querySelector<HTMLElement>('[data-form-error]')
    );
  });
}

/** Messages per field, and the one above them. */
export function describeFailure(
  error: unknown,
  fields: readonly string[],
  names?: Record<string, string>,
): [Record<string, string>, string | null] {
  if (!isAppError(error)) reportError(error); // A bug of ours: the user gets the general sentence.
  const { placed, rest } = assignFieldErrors(isAppError(error) ? error.errors : {}, fields, names);
  const isPlaced = Object.keys(placed).length > 0;
  return [placed, rest.length > 0 ? rest.join(' ') : isPlaced ? null : messageOf(error)];
}

/** What the fields of the form are given. */
function fieldProps<V extends FormValues>(
  values: V,
  errors: Partial<Record<string, string>>,
  set: (patch: Partial<V>) => void,
): Pick<Form<V>, 'text' | 'check'> {
  return {
    text: (name) => ({
      name,
      value: String(values[name]),
      onValueChange: (value) => set({ [name]: value } as Partial<V>),
      error: errors[name],
    }),
    check: (name) => ({
      name,
      checked: values[name] === true,
      onCheckedChange: (checked) => set({ [name]: checked } as Partial<V>),
      error: errors[name],
    }),
  };
}

/** A small form: values, messages per field, busy while it is sent, nothing lost when it fails. */
export function useForm<V extends FormValues>(options: UseFormOptions<V>): Form<V> {
  const { initial, validate, onSubmit, fieldNames, asksBeforeLeaving = false } = options;
  const form = useRef<HTMLFormElement>(null);
  const resets = useRef(0);
  const [base, setBase] = useState(initial);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [message, setMessage] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const isDirty = Object.keys(values).some((name) => values[name] !== base[name]);
  // While it is being sent nothing is lost: the answer leads on, or brings everything back.
  const isHeld = asksBeforeLeaving && isDirty && !busy;
  useEffect(() => (isHeld ? holdUnsaved(() => true) : undefined), [isHeld]);

  const set = (patch: Partial<V>): void => {
    setValues((current) => ({ ...current, ...patch }));
    setErrors((current) => Object.fromEntries(Object.entries(current).filter(([name]) => !(name in patch))));
  };

  const fail = (found: Partial<Record<string, string>>, general: string | null, isWrittenIn?: () => boolean): void => {
    setErrors(found);
    setMessage(general);
    focusFirstInvalid(form.current, isWrittenIn);
  };

  const submit = async (): Promise<void> => {
    const found = validate?.(values) ?? {};
    if (Object.keys(found).length > 0) return fail(found, null);
    setBusy(true);
    setErrors({});
    setMessage(null);
    const before = resets.current;
    const isWrittenIn = watchWriter(form.current);
    try {
      await onSubmit(values);
      // A reset within has said already what the form starts from now.
      if (resets.current === before) setBase(values);
    } catch (error) {
      fail(...describeFailure(error, Object.keys(values), fieldNames), isWrittenIn);
    }
    return setBusy(false);
  };

  return {
    props: {
      ref: form,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        // A form in a layer bubbles through React to the form around it.
        event.stopPropagation();
        if (!busy) void submit();
      },
    },
    values,
    set,
    ...fieldProps(values, errors, set),
    message,
    errors,
    busy,
    isDirty,
    reset: (next = base) => {
      resets.current += 1;
      setBase(next);
      setValues(next);
      setErrors({});
      setMessage(null);
    },
  };
}

/** What is wrong with the whole form, above its fields. */
export function FormError({ form }: { form: { message: string | null } }) {
  if (form.message === null) return null;
  return (
    <div tabIndex={-1} data-form-error>
      <Banner tone="danger" live>
        {form.message}
      </Banner>
    </div>
  );
}
