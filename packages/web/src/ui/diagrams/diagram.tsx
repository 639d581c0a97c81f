import { Code, Maximize2, Minimize2 } from 'lucide-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { CopyButton } from '../copy-button.tsx';
import { IconButton } from '../icon-button.tsx';
import { reservedHeight } from './rendered-diagrams.tsx';
import { drawDiagram, type Drawing, drawnDiagram, MAX_DIAGRAM_CHARS } from './draw-diagram.ts';
import { useColorTheme } from './use-color-theme.ts';

/** Longer ones, and those after the first twenty of a text, are drawn when they are asked for. */
const ASK_CHARS = 5_000;
const ASK_AFTER = 20;
/** Drawn when they are this near to what is seen. */
const NEAR = '400px';

function useIsNear(isOn: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const place = ref.current;
    if (!isOn || isNear || place === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((each) => each.isIntersecting) && setNear(true),
      {
        rootMargin: NEAR,
      },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [isOn, isNear]);
  return { ref, isNear };
}

type Drawn = { drawing: Drawing | null; error: string | null };

function useDrawing(source: string, isWanted: boolean): Drawn {
  const theme = useColorTheme();
  const [state, setState] = useState<Drawn>(() => ({ drawing: drawnDiagram(source, theme) ?? null, error: null }));
  useEffect(() => {
    let isCurrent = isWanted;
    if (isWanted) {
      drawDiagram(source, theme).then(
        (drawing) => isCurrent && setState({ drawing, error: null }),
        (error: unknown) =>
          isCurrent && setState({ drawing: null, error: error instanceof Error ? error.message : String(error) }),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [source, theme, isWanted]);
  return state;
}

function usePicture(drawing: Drawing | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (drawing === null) return undefined;
    const made = URL.createObjectURL(new Blob([drawing.svg], { type: 'image/svg+xml' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [drawing]);
  return url;
}

function Source({ source }: { source: string }) {
  return (
    // Long lines are scrolled with the arrow keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className="mermaid-source" tabIndex={0}>
      <code>{source}</code>
    </pre>
  );
}

type Look = { isWhole: boolean; showsSource: boolean };

function Tools(props: { source: string; look: Look; isDrawn: boolean; onLook: (look: Look) => void }) {
  const { source, look, isDrawn, onLook } = props;
  return (
    <div className="diagram-tools">
      {isDrawn && (
        <>
          <IconButton
            icon={Code}
            size="sm"
            label={look.showsSource ? 'Show diagram' : 'Show source'}
            onClick={() => onLook({ ...look, showsSource: !look.showsSource })}
          />
          {!look.showsSource && (
            <IconButton
              icon={look.isWhole ? Minimize2 : Maximize2}
              size="sm"
              label={look.isWhole ? 'Fit diagram' : 'Show diagram in full size'}
              onClick={() => onLook({ ...look, isWhole: !look.isWhole })}
            />
          )}
        </>
      )}
      <CopyButton text={source} label="Copy diagram source" size="sm" />
    </div>
  );
}

/**
 * A diagram, drawn elsewhere and shown as an image. Until it is there, and when it can't be drawn, its source stands in
 * its place. `index` is its number in the text, from 0.
 */
export function Diagram({ source, index }: { source: string; index: number }) {
  const isTooLong = source.length > MAX_DIAGRAM_CHARS;
  const [isAsked, setAsked] = useState(source.length <= ASK_CHARS && index < ASK_AFTER);
  const { ref, isNear } = useIsNear(isAsked && !isTooLong);
  const { drawing, error } = useDrawing(source, isNear);
  const url = usePicture(drawing);
  const [look, setLook] = useState<Look>({ isWhole: false, showsSource: false });
  const isPicture = drawing !== null && url !== null && !look.showsSource;
  const size = { '--diagram-height': reservedHeight(source) } as CSSProperties;
  return (
    <figure className="diagram" aria-label="Diagram" aria-busy={isNear && drawing === null && error === null}>
      {isTooLong && <Banner tone="info">This diagram is too long to display.</Banner>}
      {!isTooLong && !isAsked && (
        <Banner
          tone="warning"
          action={
            <Button size="sm" onClick={() => setAsked(true)}>
              Display
            </Button>
          }
        >
          Displaying this diagram might cause performance issues on this page.
        </Banner>
      )}
      {error !== null && (
        <Banner tone="danger">
          <span className="break-words">Cannot render this diagram: {error}</span>
        </Banner>
      )}
      <div ref={ref} className="diagram-box" data-whole={look.isWhole || undefined} style={size}>
        {isPicture ? (
          <img src={url} width={drawing.width} height={drawing.height} alt={drawing.title || 'Diagram'} />
        ) : (
          <Source source={source} />
        )}
        <Tools source={source} look={look} isDrawn={drawing !== null} onLook={setLook} />
      </div>
    </figure>
  );
}
