import type { PageNote } from '@tributary/contract/discussions/page.ts';
import { Fragment, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Prose } from '../../ui/prose.tsx';
import { Suggestion } from './suggestion.tsx';

/** What stands in the text without its looks; see prose.css. */
const HOST = 'data-island';

/** The text of a note; blocks of suggested lines are drawn in their places, as changes that can be applied. */
export function NoteBody({ note }: { note: PageNote }) {
  return note.suggestions.length === 0 ? <Prose html={note.note_html} /> : <WithSuggestions note={note} />;
}

function WithSuggestions({ note }: { note: PageNote }) {
  const root = useRef<HTMLDivElement>(null);
  const [hosts, setHosts] = useState<Element[]>([]);
  useLayoutEffect(() => {
    const places = [...(root.current?.querySelectorAll(`pre.suggestion, [${HOST}]`) ?? [])];
    const made = places.map((place) => {
      if (place.hasAttribute(HOST)) return place;
      const host = document.createElement('div');
      host.setAttribute(HOST, '');
      // A block stands in a frame of its own, which goes with it.
      place.replaceWith(host);
      return host;
    });
    setHosts(made);
  }, [note.note_html]);
  return (
    <div ref={root}>
      <Prose html={note.note_html} />
      {hosts.map((host, index) => {
        const suggestion = note.suggestions[index];
        return (
          suggestion && (
            <Fragment key={suggestion.id}>
              {createPortal(<Suggestion suggestion={suggestion} note={note} />, host)}
            </Fragment>
          )
        );
      })}
    </div>
  );
}
