import { type CSSProperties, Fragment, type RefObject, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLoaded } from '../lazy-part.tsx';

const loadDiagrams = async () => ({ default: (await import('./diagram.tsx')).Diagram });

/** What stands in the text for a diagram; see prose.css. */
const HOST = 'data-diagram';

type Place = { host: HTMLElement; source: string };

/** The place that a diagram gets before it is known how large it is; some kinds are wide, most are not. It stays that large. */
export function reservedHeight(source: string): string {
  const lines = source.split('\n').length;
  const least = /^\s*(?:graph|flowchart)\s+(?:LR|RL)\b|^\s*(?:gantt|timeline|gitGraph)\b/.test(source) ? 160 : 280;
  return `${Math.min(480, Math.max(least, 48 + lines * 28))}px`;
}

/** Draws the diagrams of rendered Markdown in the places of their sources. */
export function RenderedDiagrams({ root, html }: { root: RefObject<HTMLElement | null>; html: string }) {
  // Without a connection the sources can still be read.
  const Diagram = useLoaded(loadDiagrams, true);
  const [places, setPlaces] = useState<readonly Place[]>([]);
  useLayoutEffect(() => {
    const sources = [...(root.current?.querySelectorAll<HTMLElement>(`pre.mermaid, [${HOST}]`) ?? [])];
    const found = sources.map((each) => {
      const source = each.getAttribute(HOST) ?? (each.textContent ?? '').replace(/\n$/, '');
      if (each.hasAttribute(HOST)) return { host: each, source };
      const host = document.createElement('div');
      host.setAttribute(HOST, source);
      each.replaceWith(host);
      return { host, source };
    });
    setPlaces(found);
  }, [root, html]);
  return places.map(({ host, source }, index) => (
    // The places of a text have no other names than their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {createPortal(Diagram ? <Diagram source={source} index={index} /> : <Waiting source={source} />, host)}
    </Fragment>
  ));
}

function Waiting({ source }: { source: string }) {
  return (
    <figure className="diagram">
      <div className="diagram-box" style={{ '--diagram-height': reservedHeight(source) } as CSSProperties}>
        <pre className="mermaid-source">
          <code>{source}</code>
        </pre>
      </div>
    </figure>
  );
}
