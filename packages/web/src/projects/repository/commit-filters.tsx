import type { CommitsPageData } from '@tributary/contract/projects/repository-page.ts';
import { Search, User } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Filters = CommitsPageData['filters'];

export type CommitFiltersProps = { filters: Filters; onChange: (filters: Filters) => void };

function dayOf(text: string): string {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? '' : text.slice(0, 10);
}

/** Search in messages, by author and by time; the address keeps it. */
export function CommitFilters({ filters, onChange }: CommitFiltersProps) {
  const [values, setValues] = useState(filters);
  const [known, setKnown] = useState(filters);
  // Back and forward change the filters from outside.
  if (known !== filters) {
    setKnown(filters);
    setValues(filters);
  }
  const field = (name: keyof Filters) => ({
    name,
    value: values[name],
    onValueChange: (value: string) => setValues({ ...values, [name]: value }),
  });
  const day = (name: 'since' | 'until') => ({
    ...field(name),
    value: dayOf(values[name]),
    onValueChange: (value: string) => {
      // A day means all of it.
      const next = { ...values, [name]: value === '' || name === 'since' ? value : `${value}T23:59:59` };
      setValues(next);
      onChange(next);
    },
  });
  return (
    <form
      role="search"
      aria-label="Commits"
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ ...values, search: values.search.trim(), author: values.author.trim() });
      }}
      className="mb-4 flex flex-wrap items-end gap-2"
    >
      <TextField
        {...field('search')}
        label="Search messages"
        labelHidden
        placeholder="Search messages"
        icon={Search}
        type="search"
        className="min-w-48 flex-1"
      />
      <TextField
        {...field('author')}
        label="Author"
        labelHidden
        placeholder="Author"
        icon={User}
        type="search"
        className="w-44 max-sm:flex-1"
      />
      <div className="flex items-end gap-2 max-sm:basis-full">
        <TextField {...day('since')} label="Since" type="date" className="max-sm:flex-1" />
        <TextField {...day('until')} label="Until" type="date" className="max-sm:flex-1" />
      </div>
      <Button type="submit">Search</Button>
    </form>
  );
}
