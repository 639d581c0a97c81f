import {
  type FoundSavedReplies,
  foundSavedRepliesPath,
  savedRepliesPath,
} from '@tributary/contract/discussions/saved-replies.ts';
import { type RefObject, useRef, useState } from 'react';
import { api } from '../../lib/http.ts';
import { type ComboboxOption, OptionList } from '../../ui/option-list.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { Surface } from './surface.ts';

/** The writer's own templates, found by their names and texts. */
export default function TemplateList({ surface, onDone }: { surface: RefObject<Surface | null>; onDone: () => void }) {
  const contents = useRef(new Map<string, string>());
  const [found, setFound] = useState({ shown: 0, total: 0, isAll: false });
  const load = async (search: string, signal: AbortSignal): Promise<ComboboxOption[]> => {
    const { replies, total } = await api.get<FoundSavedReplies>(foundSavedRepliesPath, { query: { search }, signal });
    contents.current = new Map(replies.map(({ id, content }) => [String(id), content.replaceAll('\r\n', '\n')]));
    setFound({ shown: replies.length, total, isAll: search.trim() === '' });
    return replies.map(({ id, name, content }) => ({ id: String(id), text: name, detail: content }));
  };
  const insert = ({ id }: ComboboxOption): void => {
    const content = contents.current.get(id);
    onDone();
    if (content !== undefined) surface.current?.insertText(content);
  };
  return (
    <>
      <OptionList
        label="Search comment templates"
        placeholder="Search comment templates"
        chosen={[]}
        load={load}
        onPick={insert}
        nothing={found.isAll ? 'No comment templates yet. Save text you use often to find it here.' : undefined}
      />
      {/* In another tab, as a text is being written. */}
      <p className="mt-auto flex flex-wrap justify-between gap-x-3 border-t px-3 py-2 text-sm text-fg-muted">
        <TextLink href={savedRepliesPath} target="_blank" rel="noopener">
          Manage comment templates
        </TextLink>
        {found.total > found.shown && <span>{`${found.shown} of ${found.total}`}</span>}
      </p>
    </>
  );
}
