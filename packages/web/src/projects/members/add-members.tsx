import type { MembersPageData } from '@tributary/contract/projects/members-page.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { dayAfter } from '../../lib/calendar-day.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { addMember, inviteAddress } from './commands.ts';
import { firstLevel } from './first-level.ts';
import { addressOf, searchUsersOrEmail } from './user-options.tsx';

function AddPeopleForm({ data, onDone }: { data: MembersPageData; onDone: () => void }) {
  const [people, setPeople] = useState<ComboboxOption[]>([]);
  const [level, setLevel] = useState(() => firstLevel(data.grantable));
  const [expiresAt, setExpiresAt] = useState('');
  const [tomorrow] = useState(() => dayAfter(new Date()));
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** Who is added leaves the field; who could not be added stays in it, with the reason. */
  const add = async () => {
    setBusy(true);
    setError(null);
    const failures: string[] = [];
    for (const person of people) {
      try {
        const email = addressOf(person);
        const role = { level: Number(level), expiresAt };
        if (email === null) await addMember(data.place, { userId: Number(person.id), ...role });
        else {
          const failure = await inviteAddress(data.place, { email, ...role });
          if (failure !== null) {
            failures.push(`${email}: ${failure}.`);
            continue;
          }
        }
        setPeople((left) => left.filter((each) => each.id !== person.id));
      } catch (failure) {
        failures.push(`${person.text}: ${messageOf(failure)}`);
      }
    }
    if (failures.length < people.length) await reloadPage();
    setBusy(false);
    if (failures.length === 0) onDone();
    else setError(failures.join(' '));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (people.length > 0 && !isBusy) void add();
      }}
    >
      <div className="flex flex-col gap-4">
        {error !== null && (
          <Banner tone="danger" live>
            {error}
          </Banner>
        )}
        <Combobox
          label="Users"
          required
          multiple
          value={people}
          onValueChange={setPeople}
          load={searchUsersOrEmail}
          placeholder="Name, username or email address"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Role"
            value={level}
            onValueChange={setLevel}
            options={data.grantable.map((each) => ({ value: String(each.value), label: each.name }))}
          />
          <TextField
            label="Access expiration date"
            type="date"
            min={tomorrow}
            hint="Leave blank for no expiration date."
            value={expiresAt}
            onValueChange={setExpiresAt}
          />
        </div>
      </div>
      <DialogFooter>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy} disabled={people.length === 0}>
          Add members
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Adds one or several users with a role, until a day if one is given. */
export function AddMembers({ data }: { data: MembersPageData }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title={`Add members to ${data.place.name}`}
      trigger={<Button variant="primary">Add members</Button>}
    >
      <AddPeopleForm data={data} onDone={() => setOpen(false)} />
    </Dialog>
  );
}
