import type { ComparePageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { OptionLoad } from '../../ui/option-list.tsx';
import { Select } from '../../ui/select.tsx';
import { refOption, refOptions } from './ref-options.tsx';

/** A commit id is no branch or tag, but may be compared as well: what was typed is offered as it is. */
function orCommit(load: OptionLoad): OptionLoad {
  return async (query, signal) => {
    const found = await load(query, signal);
    const typed = query.trim();
    if (!/^[0-9a-f]{7,40}$/i.test(typed) || found.some((option) => option.text === typed)) return found;
    return [...found, { id: `commit:${typed}`, text: typed, detail: 'commit' }];
  };
}

function compareHref(data: ComparePageData, form: FormState): string {
  const base = repositoryPaths.compare(data.projectPath, form.from[0]?.text ?? '', form.to[0]?.text ?? '');
  const parameters = new URLSearchParams();
  if (form.fromProjectId !== data.projectId) parameters.set('from_project_id', String(form.fromProjectId));
  if (form.isStraight) parameters.set('straight', 'true');
  const query = parameters.toString();
  return query === '' ? base : `${base}?${query}`;
}

type FormState = {
  fromProjectId: number;
  from: ComboboxOption[];
  to: ComboboxOption[];
  isStraight: boolean;
};

/** Which two states are compared, and how. */
export function CompareForm({ data }: { data: ComparePageData }) {
  const navigate = useNavigate();
  const [form, setForm] = useState<FormState>({
    fromProjectId: data.from.project.id,
    from: refOption(data.from.name),
    to: refOption(data.to.name),
    isStraight: data.isStraight,
  });
  const set = (patch: Partial<FormState>): void => setForm({ ...form, ...patch });
  const fromProject = data.projects.find((project) => project.id === form.fromProjectId);
  const isReady = form.from.length > 0 && form.to.length > 0;
  return (
    <form
      noValidate
      aria-label="Compare"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void navigate(compareHref(data, form));
      }}
      className="mb-5 flex flex-wrap items-end gap-3 rounded-md border bg-raised px-4 py-3"
    >
      {data.projects.length > 1 && (
        <Select
          label="Base project"
          value={String(form.fromProjectId)}
          onValueChange={(id) => set({ fromProjectId: Number(id), from: [] })}
          options={data.projects.map((project) => ({ value: String(project.id), label: project.fullPath }))}
          className="w-64 max-sm:w-full"
        />
      )}
      <Combobox
        key={`from ${form.fromProjectId}`}
        label="Base"
        value={form.from}
        onValueChange={(from) => set({ from })}
        load={orCommit(refOptions(fromProject?.refsPath ?? data.refsPath))}
        placeholder="Branch, tag or commit"
        clearable={false}
        className="w-64 max-sm:w-full"
      />
      {data.swapHref === null ? (
        <IconButton
          icon={ArrowLeftRight}
          label="Swap"
          variant="secondary"
          onClick={() => set({ from: form.to, to: form.from })}
        />
      ) : (
        <Button asChild icon={ArrowLeftRight}>
          <a href={data.swapHref}>Swap</a>
        </Button>
      )}
      <Combobox
        label="Compare with"
        value={form.to}
        onValueChange={(to) => set({ to })}
        load={orCommit(refOptions(data.refsPath))}
        placeholder="Branch, tag or commit"
        clearable={false}
        className="w-64 max-sm:w-full"
      />
      <Checkbox
        label="Compare directly"
        hint="Include changes made on the base since the branches diverged."
        checked={form.isStraight}
        onCheckedChange={(isStraight) => set({ isStraight })}
      />
      <Button type="submit" variant="primary" disabled={!isReady}>
        Compare
      </Button>
    </form>
  );
}
