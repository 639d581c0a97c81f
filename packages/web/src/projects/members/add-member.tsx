import type { MembersPageData } from '@tributary/contract/projects/page.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

type RestUser = { id: number; username: string; name: string };

export async function findUsers(search: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const users = await api.get<RestUser[]>('/api/v4/users', {
    query: { search: search === '' ? null : search, active: true, per_page: 20 },
    signal,
  });
  return users.map((user) => ({ id: String(user.id), text: user.name, detail: `@${user.username}` }));
}

export function membersApi(place: MembersPageData['place']): string {
  return `/api/v4/${place.kind}s/${place.id}/members`;
}

/** Adds one or several people with a role, until a day if one is given. */
export function AddMember({ data }: { data: MembersPageData }) {
  const [isOpen, setOpen] = useState(false);
  const [people, setPeople] = useState<ComboboxOption[]>([]);
  const [level, setLevel] = useState('30');
  const [expiresAt, setExpiresAt] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    setError(null);
    try {
      for (const person of people) {
        await api.post(membersApi(data.place), {
          body: {
            user_id: Number(person.id),
            access_level: Number(level),
            ...(expiresAt !== '' && { expires_at: expiresAt }),
          },
        });
        setPeople((left) => left.filter((each) => each.id !== person.id));
      }
      await reloadPage();
      setOpen(false);
    } catch (failure) {
      setError(messageOf(failure));
    }
    setBusy(false);
  };
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Add people
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={`Add people to ${data.place.name}`}>
        <div className="flex flex-col gap-4">
          {error !== null && <Banner tone="danger">{error}</Banner>}
          <Combobox
            label="People"
            required
            multiple
            value={people}
            onValueChange={setPeople}
            load={findUsers}
            placeholder="Name or username"
          />
          <Select
            label="Role"
            value={level}
            onValueChange={setLevel}
            options={data.grantable.map((each) => ({ value: String(each.value), label: each.name }))}
          />
          <TextField
            label="Access ends on"
            type="date"
            hint="Leave empty for no end."
            value={expiresAt}
            onValueChange={setExpiresAt}
          />
        </div>
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="primary" busy={isBusy} disabled={people.length === 0} onClick={() => void add()}>
            Add
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}
