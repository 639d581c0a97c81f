import { DIAGRAM_FRAME } from '@tributary/contract/page/diagram-frame.ts';
import libraryUrl from 'mermaid/dist/mermaid.min.js?url';

export type DiagramTheme = 'light' | 'dark';
/** An SVG document, to be shown as an image only. */
export type Drawing = { svg: string; width: number; height: number; title: string };

/** Longer ones are not drawn at all. */
export const MAX_DIAGRAM_CHARS = 50_000;
const MAX_EDGES = 500;
/** A diagram that takes longer is given up, with the frame that draws it. */
const MAX_DRAW_MS = 10_000;
const MAX_START_MS = 30_000;
const MAX_SVG_CHARS = 5_000_000;
const MAX_SIDE = 20_000;
const KEPT = 50;

/** What the frame sends, if it is well. */
type Answer =
  | { kind: 'ready' | 'unable' }
  | { kind: 'refused'; message: unknown }
  | { kind: 'drawn'; svg: unknown; width: unknown; height: unknown; title: unknown };
type Frame = { element: HTMLIFrameElement; port: MessagePort };

const kept = new Map<string, Drawing>();
let frame: Promise<Frame> | undefined;
let queue: Promise<unknown> = Promise.resolve();

const keyOf = (source: string, theme: DiagramTheme) => `${theme}\n${source}`;

/** What was drawn before, to be shown at once. */
export function drawnDiagram(source: string, theme: DiagramTheme): Drawing | undefined {
  return kept.get(keyOf(source, theme));
}

/** Draws one after the other in the frame of this page. Rejects with a sentence for the reader. */
export async function drawDiagram(source: string, theme: DiagramTheme): Promise<Drawing> {
  const turn = queue.then(async () => drawnDiagram(source, theme) ?? (await draw(source, theme)));
  queue = turn.catch(() => undefined);
  return turn;
}

async function draw(source: string, theme: DiagramTheme): Promise<Drawing> {
  frame ??= startFrame();
  const current = frame;
  try {
    const { port } = await current;
    const answer = ask(port, MAX_DRAW_MS);
    port.postMessage({ source, theme, maxChars: MAX_DIAGRAM_CHARS, maxEdges: MAX_EDGES });
    const drawing = readDrawing(await answer);
    kept.set(keyOf(source, theme), drawing);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return drawing;
  } catch (error) {
    if (!(error instanceof Refused)) await endFrame(current);
    throw error;
  }
}

/** The frame drew nothing, but is well. */
class Refused extends Error {}

/** The frame is not believed: it may have been taken over by what it drew. */
function readDrawing(answer: Answer): Drawing {
  if (answer.kind === 'refused') throw new Refused(textOf(answer.message).slice(0, 500));
  if (answer.kind !== 'drawn') throw new Error('Rendering failed.');
  const [svg, title] = [textOf(answer.svg), textOf(answer.title).slice(0, 200)];
  const isSide = (value: unknown): value is number => typeof value === 'number' && value > 0 && value <= MAX_SIDE;
  if (svg.length > MAX_SVG_CHARS || !isSide(answer.width) || !isSide(answer.height)) {
    throw new Refused('It is too large to display.');
  }
  return { svg, title, width: Math.ceil(answer.width), height: Math.ceil(answer.height) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function ask(port: MessagePort, ms: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Rendering took too long.')), ms);
    port.addEventListener(
      'message',
      (event: MessageEvent<Answer>) => {
        clearTimeout(timer);
        resolve(event.data);
      },
      { once: true },
    );
  });
}

/** The library is fetched by the page, whose cache keeps it; the frame is not allowed to fetch anything. */
async function startFrame(): Promise<Frame> {
  const element = document.createElement('iframe');
  element.sandbox.add('allow-scripts');
  element.title = 'Diagrams';
  element.tabIndex = -1;
  element.ariaHidden = 'true';
  // Laid out, since a drawing needs to be measured, but not seen.
  element.className = 'diagram-frame';
  const loaded = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
  element.src = DIAGRAM_FRAME;
  document.body.append(element);
  try {
    const [library] = await Promise.all([fetchLibrary(), loaded]);
    const { port1: port, port2: theirs } = new MessageChannel();
    port.start();
    const ready = ask(port, MAX_START_MS);
    element.contentWindow?.postMessage(library, '*', [theirs]);
    if ((await ready).kind !== 'ready') throw new Error('Rendering failed.');
    return { element, port };
  } catch (error) {
    element.remove();
    throw error;
  }
}

async function fetchLibrary(): Promise<Blob> {
  const response = await fetch(libraryUrl);
  if (!response.ok) throw new Error('The diagram renderer could not be loaded.');
  return new Blob([await response.arrayBuffer()], { type: 'text/javascript' });
}

async function endFrame(ended: Promise<Frame>): Promise<void> {
  if (frame === ended) frame = undefined;
  const started = await ended.catch(() => undefined);
  started?.port.close();
  started?.element.remove();
}
