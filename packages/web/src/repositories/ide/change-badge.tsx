import { Badge } from '../../ui/badge.tsx';
import type { IdeChange } from './model/ide-file.ts';

const LOOKS = {
  created: { tone: 'success', text: 'New' },
  updated: { tone: 'notice', text: 'Changed' },
  renamed: { tone: 'notice', text: 'Renamed' },
  deleted: { tone: 'failed', text: 'Deleted' },
} as const;

/** What committing would do to a file. */
export function ChangeBadge({ change }: { change: IdeChange | null }) {
  if (change === null) return null;
  const { tone, text } = LOOKS[change];
  return <Badge tone={tone}>{text}</Badge>;
}
