import type { UploadAnswer } from '@tributary/contract/discussions/page.ts';
import { MAX_UPLOAD_BYTES } from '@tributary/contract/discussions/uploads.ts';
import { useEffect, useRef, useState } from 'react';
import { isAppError, messageOf } from '../../../lib/app-error.ts';
import { formatBytes } from '../../../lib/format.ts';
import { sendWithProgress } from '../../../lib/send-with-progress.ts';
import { uploadPlaceholderText, findUploadPlaceholders } from '../../model/upload-placeholders.ts';
import type { Surface } from '../surface.ts';

/** What uploads do to a text. */
export type TextPort = Pick<Surface, 'read' | 'replace' | 'insertPlaceholders'>;

export type Upload = {
  id: string;
  name: string;
  /** From 0 to 1. */
  share: number;
  /** Waiting for its turn, on its way, refused, or lost with the page that sent it. */
  state: 'waiting' | 'sending' | 'failed' | 'lost';
  error: string | null;
};

type Sending = { file: File; abort: AbortController };

const AT_ONCE = 3;
const TOO_LARGE = `This file is too large. The maximum size is ${formatBytes(MAX_UPLOAD_BYTES)}.`;

function explain(error: unknown): string {
  if (isAppError(error) && error.status === 413) return TOO_LARGE;
  if (isAppError(error) && (error.status === 403 || error.status === 404)) return 'You cannot attach files here.';
  return messageOf(error);
}

const newId = () => crypto.randomUUID().slice(0, 8);

/**
 * Files that are on their way into a text. Each has a place in the text, which becomes its link when it has arrived,
 * wherever it stands by then; taking the place out of the text stops the upload.
 */
export function useUploads(path: string | null, text: string, port: TextPort) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [said, setSaid] = useState('');
  const sending = useRef(new Map<string, Sending>());
  const queue = useRef<string[]>([]);
  const active = useRef(new Set<string>());
  const ports = useRef(port);
  useEffect(() => {
    ports.current = port;
  });
  const change = (id: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...part } : each)));
  const forget = (id: string) => {
    sending.current.delete(id);
    queue.current = queue.current.filter((each) => each !== id);
    setUploads((all) => all.filter((each) => each.id !== id));
  };
  const put = (id: string, inserted: string) => {
    const place = findUploadPlaceholders(ports.current.read()).find((each) => each.id === id);
    if (place) ports.current.replace(place.from, place.to, inserted);
  };

  const send = async (id: string) => {
    const found = sending.current.get(id);
    if (!found || path === null) return;
    active.current.add(id);
    change(id, { state: 'sending', share: 0, error: null });
    try {
      if (found.file.size > MAX_UPLOAD_BYTES) throw new TooLarge();
      const form = new FormData();
      form.append('file', found.file);
      const answer = await sendWithProgress(path, form, (share) => change(id, { share }), found.abort.signal);
      put(id, (answer as UploadAnswer).link.markdown);
      setSaid(`${found.file.name} is attached.`);
      forget(id);
    } catch (error) {
      // Cancelled: whoever did that has taken it from the list.
      if (!found.abort.signal.aborted) {
        change(id, { state: 'failed', error: error instanceof TooLarge ? TOO_LARGE : explain(error) });
      }
    }
    active.current.delete(id);
    next();
  };
  const next = () => {
    while (active.current.size < AT_ONCE) {
      const id = queue.current.shift();
      if (id === undefined) return;
      void send(id);
    }
  };
  const enqueue = (id: string, file: File) => {
    sending.current.set(id, { file, abort: new AbortController() });
    setUploads((all) => [
      ...all.filter((each) => each.id !== id),
      { id, name: file.name, share: 0, state: 'waiting', error: null },
    ]);
    queue.current.push(id);
  };

  // What was taken out of the text is not wanted any more.
  useEffect(() => {
    const there = new Set(findUploadPlaceholders(text).map((place) => place.id));
    for (const [id, { abort }] of sending.current) {
      if (there.has(id) || findUploadPlaceholders(ports.current.read()).some((place) => place.id === id)) continue;
      abort.abort();
      forget(id);
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `forget` changes nothing but what it is told
  }, [text]);
  useEffect(() => {
    const all = sending.current;
    return () => {
      for (const { abort } of all.values()) abort.abort();
    };
  }, []);

  // Places without a file behind them: the page that sent it has gone.
  const lost: Upload[] = findUploadPlaceholders(text)
    .filter((place) => !uploads.some((each) => each.id === place.id))
    .map(({ id, name }) => ({ id, name, share: 0, state: 'lost', error: null }));
  return {
    uploads: [...uploads, ...lost],
    said,
    add: (files: readonly File[]) => {
      if (path === null || files.length === 0) return;
      const made = files.map((file) => ({ id: newId(), file }));
      const places = made.map(({ id, file }) => uploadPlaceholderText(id, file.name));
      for (const { id, file } of made) enqueue(id, file);
      ports.current.insertPlaceholders(places);
      next();
    },
    /** Sends again what failed, or another file for a place that lost its own. */
    retry: (id: string, file?: File) => {
      const chosen = file ?? sending.current.get(id)?.file;
      if (!chosen) return;
      enqueue(id, chosen);
      next();
    },
    cancel: (id: string) => {
      sending.current.get(id)?.abort.abort();
      forget(id);
      put(id, '');
    },
  };
}

class TooLarge extends Error {}
