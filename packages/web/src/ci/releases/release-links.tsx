import type { ReleaseLinkView } from '@tributary/contract/ci/releases-page.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { focusWhenRendered } from '../../lib/focus-when-rendered.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

export type LinkRow = Pick<ReleaseLinkView, 'id' | 'name' | 'url' | 'filepath' | 'linkType'>;

const TYPES = [
  { value: 'other', label: 'Other' },
  { value: 'package', label: 'Package' },
  { value: 'image', label: 'Image' },
  { value: 'runbook', label: 'Runbook' },
] as const;

/** The links of a release in its form: address, title and type. */
export function ReleaseLinks({ rows, onChange }: { rows: readonly LinkRow[]; onChange: (rows: LinkRow[]) => void }) {
  /** Its address has the focus. */
  const [added, setAdded] = useState<number | null>(null);
  const change = (id: number, patch: Partial<LinkRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...patch } : row)));
  const add = () => {
    const id = Math.max(0, ...rows.map((row) => row.id)) + 1;
    onChange([...rows, { id, name: '', url: '', filepath: null, linkType: 'other' }]);
    setAdded(id);
  };
  const remove = (id: number) => {
    onChange(rows.filter((row) => row.id !== id));
    focusWhenRendered(() => document.querySelector<HTMLElement>('[data-add-link]'), { ifLost: true });
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-1 font-medium">Links</legend>
      <p className="text-sm text-fg-muted">
        Packages, images and documents of this release. Archives of the source code are added automatically.
      </p>
      {rows.map((row) => (
        <div key={row.id} className="flex flex-wrap items-end gap-2 max-sm:border-b max-sm:pb-3">
          <TextField
            label="URL"
            type="url"
            autoFocus={row.id === added}
            className="min-w-48 flex-2"
            placeholder="https://"
            value={row.url}
            onValueChange={(url) => change(row.id, { url })}
          />
          <TextField
            label="Link title"
            className="min-w-32 flex-1"
            value={row.name}
            onValueChange={(name) => change(row.id, { name })}
          />
          <Select
            label="Type"
            className="w-32"
            options={TYPES}
            value={row.linkType}
            onValueChange={(value) => {
              const linkType = TYPES.find((type) => type.value === value)?.value;
              if (linkType) change(row.id, { linkType });
            }}
          />
          <IconButton
            icon={Trash2}
            label={`Remove ${row.name === '' ? 'the link' : row.name}`}
            onClick={() => remove(row.id)}
          />
        </div>
      ))}
      <Button size="sm" icon={Plus} className="self-start" data-add-link onClick={add}>
        Add link
      </Button>
    </fieldset>
  );
}
