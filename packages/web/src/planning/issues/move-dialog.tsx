import type { IssueShowPageData } from '@tributary/contract/planning/issue-page.ts';
import { useCallback, useState } from 'react';
import { useNavigate } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption, type OptionLoad } from '../../ui/combobox.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { FormError, useForm } from '../../ui/form.tsx';

const LIMIT = 20;
/** Of a Reporter: who may work on the issues of a project. */
const LEAST_LEVEL = 20;

type RestProject = { id: number; name: string; path_with_namespace: string };

/** Other projects where the reader may work on issues. */
async function findProjects(ownId: number, query: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const projects = await api.get<RestProject[]>('/api/v4/projects', {
    query: {
      search: query,
      search_namespaces: true,
      membership: true,
      min_access_level: LEAST_LEVEL,
      archived: false,
      simple: true,
      per_page: LIMIT + 1,
    },
    signal,
  });
  return projects
    .filter(({ id }) => id !== ownId)
    .map(({ id, name, path_with_namespace }) => ({ id: String(id), text: path_with_namespace, detail: name }));
}

/** Opens the issue anew in another project, and goes there. */
export function MoveDialog({ page, onClose }: { page: IssueShowPageData; onClose: () => void }) {
  const { issue, paths } = page;
  const navigate = useNavigate();
  const [target, setTarget] = useState<ComboboxOption[]>([]);
  const [chosen] = target;
  const load = useCallback<OptionLoad>(
    (query, signal) => findProjects(issue.projectId, query, signal),
    [issue.projectId],
  );
  const form = useForm({
    initial: {},
    onSubmit: async () => {
      if (!chosen) return;
      const body = { to_project_id: Number(chosen.id) };
      const moved = await api.post<{ web_url: string }>(`${paths.api}/move`, { body });
      onClose();
      await navigate(new URL(moved.web_url).pathname);
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Move issue ${issue.reference}`}
      text="It is opened anew in the other project, with its comments, files, reactions, time and links, and with the labels and the milestone that exist there. This one is closed and leads to it."
    >
      <form {...form.props} className="flex flex-col gap-3">
        <FormError form={form} />
        <Combobox
          label="Project"
          value={target}
          onValueChange={setTarget}
          load={load}
          placeholder="Choose where it goes"
          clearable={false}
        />
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy} disabled={!chosen}>
            Move issue
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
