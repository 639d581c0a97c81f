import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Prose } from '../../ui/prose.tsx';

/** What stands in the text without its looks; see prose.css. */
const HOST = 'data-island';

/** Rendered Markdown in which the n-th block of suggested lines is drawn as the n-th of `islands`. */
export function IslandProse({ html, islands }: { html: string; islands: readonly ReactNode[] }) {
  const root = useRef<HTMLDivElement>(null);
  const [hosts, setHosts] = useState<Element[]>([]);
  useLayoutEffect(() => {
    const places = [...(root.current?.querySelectorAll(`pre.suggestion, [${HOST}]`) ?? [])];
    const made = places.map((place) => {
      if (place.hasAttribute(HOST)) return place;
      const host = document.createElement('div');
      host.setAttribute(HOST, '');
      place.replaceWith(host);
      return host;
    });
    setHosts(made);
  }, [html]);
  return (
    <div ref={root}>
      <Prose html={html} />
      {hosts.map((host, index) => (
        // The places of a text have no other names than their order.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>{createPortal(islands[index], host)}</Fragment>
      ))}
    </div>
  );
}
