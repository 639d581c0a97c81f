import { useNavigate } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { plural } from '../../lib/format.ts';
import { reloadPage } from '../../app/navigation.tsx';
import { Danger } from './danger-zone.tsx';

/** Deletes a project or group: marks it where the instance has a period, and for good where it has none or it is marked. */
export function DeleteSection({
  noun,
  fullPath,
  path,
  contents,
  periodDays,
  isMarked,
}: {
  noun: 'project' | 'group';
  fullPath: string;
  /** In the REST API. */
  path: string;
  /** What goes with it. */
  contents: string;
  periodDays: number;
  isMarked: boolean;
}) {
  const navigate = useNavigate();
  const isFinal = periodDays === 0 || isMarked;
  const action = isMarked ? 'Delete permanently' : `Delete ${noun}`;
  const wait = `It becomes read-only and can be restored for ${plural(periodDays, 'day')}.`;
  return (
    <Danger
      title={isMarked ? `Delete ${noun} permanently` : `Delete ${noun}`}
      hint={isFinal ? contents : `${contents} ${wait}`}
      action={action}
      danger
      question={{
        title: `Delete ${fullPath}${isMarked ? ' permanently' : ''}?`,
        text: isFinal ? `${contents} This cannot be undone.` : `${contents} ${wait}`,
        action,
        danger: true,
        typeToConfirm: fullPath,
      }}
      run={async () => {
        await api.delete(path, isMarked ? { query: { permanently_remove: true, full_path: fullPath } } : {});
        if (isFinal) await navigate('/', { replace: true });
        else await reloadPage();
      }}
    />
  );
}
