import type { IssueShowPageData } from '@tributary/contract/planning/issue-page.ts';
import { useState } from 'react';
import { useNavigate } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { keyHeader, useSendKey } from '../../lib/send-key.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { ComboboxOption } from '../../ui/combobox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/form.tsx';
import { TargetField } from './target-field.tsx';

/** Opens a second issue like this one, beside it or in another project, and goes there. */
export function CloneDialog({ page, onClose }: { page: IssueShowPageData; onClose: () => void }) {
  const { issue, paths } = page;
  const navigate = useNavigate();
  const [target, setTarget] = useState<ComboboxOption[]>([{ id: String(issue.projectId), text: issue.projectPath }]);
  const [chosen] = target;
  const { keyFor } = useSendKey();
  const form = useForm({
    initial: { withNotes: false },
    onSubmit: async ({ withNotes }) => {
      if (!chosen) return;
      const body = { to_project_id: Number(chosen.id), with_notes: withNotes };
      // Sent again because the answer was lost, it makes no third one.
      const headers = keyHeader(keyFor(JSON.stringify(body)));
      const made = await api.post<{ web_url: string }>(`${paths.api}/clone`, { body, headers });
      onClose();
      await navigate(new URL(made.web_url).pathname);
    },
  });
  return (
    <FormDialog
      title={`Clone issue ${issue.reference}`}
      text="Creates a copy with the same title, description, assignees, dates and weight. Labels and the milestone are copied if they exist in the target project. This issue does not change."
      form={form}
      action="Clone issue"
      isReady={chosen !== undefined}
      onClose={onClose}
    >
      <TargetField value={target} onValueChange={setTarget} />
      <Checkbox label="Include comments" {...form.check('withNotes')} />
    </FormDialog>
  );
}
