import { PdfFailure } from './pdf-failure.ts';

/** More is not read here: all of it has to be held by the page. */
export const MOST_PDF_BYTES = 20 * 1_024 * 1_024;

async function readAll(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_PDF_BYTES) {
      void reader.cancel().catch(() => undefined);
      throw new PdfFailure('too_large');
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The bytes of a file. How many they are is counted here too: a size is not always told, or true. */
export async function pdfBytes(src: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const answer = await fetch(src, { signal, credentials: 'same-origin' });
    if (!answer.ok || !answer.body) throw new Error(`The file was answered with ${answer.status}.`);
    return await readAll(answer.body);
  } catch (error) {
    if (error instanceof PdfFailure) throw error;
    throw new PdfFailure('missing', error);
  }
}
