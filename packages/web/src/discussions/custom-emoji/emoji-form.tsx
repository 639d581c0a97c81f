import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '../../lib/http.ts';
import { keyHeader, useSendKey } from '../../lib/send-key.ts';
import { Button } from '../../ui/button.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { fileName, imageProblem, IMAGE_TYPES, readImage } from './chosen-image.ts';

type Props = { path: string; onSaved: () => Promise<void>; onCancel: () => void };

/** A name and an image, with how it will look in a line of text and in a reaction. */
export function EmojiForm({ path, onSaved, onCancel }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { keyFor, arrived } = useSendKey();
  const form = useForm({
    initial: { name: '', url: '' },
    validate: (values) => ({
      ...(values.name.trim() === '' && { name: 'Enter a name.' }),
      ...(values.url === '' && { url: 'Choose an image.' }),
    }),
    onSubmit: async ({ name, url }) => {
      const body = { name: name.trim(), url };
      await api.post(path, { body, headers: keyHeader(keyFor(JSON.stringify(body))) });
      arrived();
      await onSaved();
    },
    asksBeforeLeaving: true,
  });
  const { name, url } = form.values;
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const wrong = imageProblem(file);
    setProblem(wrong);
    if (wrong !== null) return;
    const suggested = name === '' ? { name: fileName(file) } : {};
    form.set({ url: await readImage(file), ...suggested });
  };
  const failure = problem ?? form.errors['url'] ?? null;
  return (
    <form {...form.props} className="flex max-w-160 flex-col gap-4">
      <FormError form={form} />
      <TextField
        label="Name"
        autoFocus
        required
        autoComplete="off"
        hint="Use lowercase letters, digits, hyphens and underscores. Do not include colons."
        {...form.text('name')}
      />
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <Button icon={ImageUp} onClick={() => input.current?.click()}>
            {url === '' ? 'Choose image' : 'Choose another image'}
          </Button>
          {url !== '' && (
            <p className="flex items-center gap-2 text-fg-muted">
              Preview:{' '}
              <img src={url} alt={name || 'Selected image'} width={20} height={20} className="object-contain" />
              <span className="inline-flex h-6 items-center gap-1 rounded-full border bg-surface px-2 text-sm">
                <img src={url} alt="" width={16} height={16} className="object-contain" /> 1
              </span>
            </p>
          )}
        </div>
        <p className="text-sm text-fg-muted">PNG, JPEG, GIF or WebP, at most 100 KiB. Square images look best.</p>
        {failure !== null && (
          <p role="alert" className="text-sm text-failed">
            {failure}
          </p>
        )}
        <input
          ref={input}
          type="file"
          accept={IMAGE_TYPES.join(',')}
          aria-label="Emoji image"
          tabIndex={-1}
          hidden
          onChange={(event) => void choose(event.target.files?.[0])}
        />
      </div>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={form.busy}>
          Add emoji
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
