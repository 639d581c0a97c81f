import { Search } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { AppError } from '../lib/app-error.ts';
import { Avatar } from './avatar.tsx';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { Combobox, loadFrom } from './combobox.tsx';
import type { ComboboxOption } from './combobox.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FormError, useForm } from './form.tsx';
import { PasswordField } from './password-field.tsx';
import { RadioGroup } from './radio-group.tsx';
import { Select } from './select.tsx';
import { Switch } from './switch.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

export const group = 'Fields';

const people: ComboboxOption[] = ['Ada Lovelace', 'Grace Hopper', 'Alan Kay', 'Barbara Liskov', 'ليلى حسن'].map(
  (text, index) => ({
    id: String(index + 1),
    text,
    detail: `@person${index + 1}`,
    visual: <Avatar name={text} id={index + 1} size={16} />,
  }),
);

const visibilities = [
  { value: 'private', label: 'Private', hint: 'Members only.' },
  { value: 'internal', label: 'Internal', hint: 'Everyone who is signed in.' },
  { value: 'public', label: 'Public', hint: 'Everyone, without an account.' },
];

function Texts() {
  const [name, setName] = useState('confluence');
  const [query, setQuery] = useState('');
  const [path, setPath] = useState('con fluence');
  const [password, setPassword] = useState('streams meet');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Project name" value={name} onValueChange={setName} hint="Shown in lists and links." required />
      <TextField label="Search" icon={Search} value={query} onValueChange={setQuery} placeholder="Search files" />
      <TextField
        label="Path"
        value={path}
        onValueChange={setPath}
        error="A path holds letters, digits, dots, dashes and underscores."
      />
      <PasswordField label="Password" value={password} onValueChange={setPassword} />
      <TextField label="Disabled" value="Cannot be changed" onValueChange={setName} disabled />
    </div>
  );
}

function Areas() {
  const [text, setText] = useState('It grows\nwith its text.');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextArea label="Description" value={text} onValueChange={setText} hint="Markdown is supported." />
      <TextArea label="Settings file" code value={text} onValueChange={setText} />
    </div>
  );
}

function Choices() {
  const [checked, setChecked] = useState<boolean>(true);
  const [on, setOn] = useState(true);
  const [visibility, setVisibility] = useState('private');
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <div className="flex flex-col gap-3">
        <Checkbox
          label="Delete the source branch"
          hint="After the merge."
          checked={checked}
          onCheckedChange={setChecked}
        />
        <Checkbox label="Some of them" checked="indeterminate" onCheckedChange={setChecked} />
        <Checkbox label="Not available" checked={false} onCheckedChange={setChecked} disabled />
        <Switch label="Sign-up is open" hint="Anyone can create an account." checked={on} onCheckedChange={setOn} />
        <Switch label="Being saved" checked={!on} onCheckedChange={setOn} busy />
      </div>
      <RadioGroup label="Visibility" value={visibility} onValueChange={setVisibility} options={visibilities} />
    </div>
  );
}

function Pickers() {
  const [role, setRole] = useState('30');
  const [none, setNone] = useState('');
  const [reviewers, setReviewers] = useState<ComboboxOption[]>(people.slice(0, 2));
  const [owner, setOwner] = useState<ComboboxOption[]>([]);
  const roles = [
    { value: '10', label: 'Guest' },
    { value: '20', label: 'Reporter' },
    { value: '30', label: 'Developer' },
    { value: '40', label: 'Maintainer' },
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select label="Role" value={role} onValueChange={setRole} options={roles} />
      <Select
        label="Milestone"
        value={none}
        onValueChange={setNone}
        options={[{ value: 'a', label: 'First flow' }]}
        placeholder="No milestone"
        error="Choose a milestone."
      />
      <Combobox label="Reviewers" value={reviewers} onValueChange={setReviewers} load={loadFrom(people)} multiple />
      <Combobox label="Owner" value={owner} onValueChange={setOwner} load={loadFrom(people)} placeholder="Nobody" />
    </div>
  );
}

/** Refuses every name, so that the way of an error can be seen. */
function RefusingForm() {
  const form = useForm({
    initial: { name: 'tributary', agree: false },
    validate: (values) => (values.name === '' ? { name: 'Enter a name.' } : {}),
    onSubmit: () => {
      throw new AppError({
        status: 422,
        code: 'invalid',
        message: '',
        errors: { name: ['has already been taken'], base: ['The group is full.'] },
      });
    },
  });
  return (
    <form {...form.props} className="flex max-w-100 flex-col gap-3">
      <FormError form={form} />
      <TextField label="Name" {...form.text('name')} required />
      <Checkbox label="Add a README" {...form.check('agree')} />
      <div>
        <Button type="submit" variant="primary" busy={form.busy}>
          Create project
        </Button>
      </div>
    </form>
  );
}

function Filters() {
  const [search, setSearch] = useState(new URLSearchParams('label=bug&label=ui&author=1&search=crash'));
  return (
    <FilterBar
      search={search}
      sorts={[
        { value: 'updated', label: 'Last updated' },
        { value: 'created', label: 'Newest' },
      ]}
      fields={[
        { key: 'author', label: 'Author', options: people },
        {
          key: 'label',
          label: 'Label',
          multiple: true,
          options: [
            { id: 'bug', text: 'bug' },
            { id: 'ui', text: 'ui' },
            { id: 'docs', text: 'docs' },
          ],
        },
      ]}
      onChange={(patch) => {
        const next = new URLSearchParams(search);
        for (const [name, value] of Object.entries(patch)) {
          next.delete(name);
          for (const item of value === null ? [] : typeof value === 'string' ? [value] : value)
            if (item !== '') next.append(name, item);
        }
        setSearch(next);
      }}
    />
  );
}

export const states: Record<string, ReactNode> = {
  'Text fields': <Texts />,
  'Text areas': <Areas />,
  Choices: <Choices />,
  'Select and combobox': <Pickers />,
  'A form that is refused': <RefusingForm />,
  'Filter bar': <Filters />,
};
