import type { IssueShowPageData } from '@tributary/contract/planning/issue-page.ts';
import { useState } from 'react';
import { useNavigate } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import type { ComboboxOption } from '../../ui/combobox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/form.tsx';
import { TargetField } from './target-field.tsx';

/** Opens the issue again in another project, and goes there. */
export function MoveDialog({ page, onClose }: { page: IssueShowPageData; onClose: () => void }) {
  const { issue, paths } = page;
  const navigate = useNavigate();
  const [target, setTarget] = useState<ComboboxOption[]>([]);
  const [chosen] = target;
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
    <FormDialog
      title={`Move issue ${issue.reference}`}
      text="Moves the issue to another project with its comments, files, reactions, time and links. Labels and the milestone are kept if they exist there. This issue is closed and links to the new one."
      form={form}
      action="Move issue"
      isReady={chosen !== undefined}
      onClose={onClose}
    >
      <TargetField value={target} onValueChange={setTarget} exceptId={issue.projectId} />
    </FormDialog>
  );
}
