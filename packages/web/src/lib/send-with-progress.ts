import { AppError, errorFromAnswer, localCodes } from './app-error.ts';
import { session } from './session.ts';

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // A proxy may answer with a page of its own; then the status alone counts.
  }
}

function send(
  path: string,
  body: FormData | string,
  onProgress: (share: number) => void,
  signal: AbortSignal | undefined,
): Promise<XMLHttpRequest> {
  const { promise, resolve, reject } = Promise.withResolvers<XMLHttpRequest>();
  const request = new XMLHttpRequest();
  request.open('POST', path);
  request.setRequestHeader('Accept', 'application/json');
  if (typeof body === 'string') request.setRequestHeader('Content-Type', 'application/json');
  const { csrfToken } = session.read();
  if (csrfToken !== null) request.setRequestHeader('X-CSRF-Token', csrfToken);
  request.upload.addEventListener('progress', (event) => {
    if (event.lengthComputable) onProgress(event.loaded / event.total);
  });
  request.addEventListener('load', () => resolve(request));
  request.addEventListener('error', () => {
    const message = 'The server cannot be reached. Check the connection and try again.';
    reject(new AppError({ status: 0, code: localCodes.network, message }));
  });
  const stop = () => request.abort();
  request.addEventListener('abort', () => {
    reject(new AppError({ status: 0, code: localCodes.aborted, message: 'The request was cancelled.' }));
  });
  signal?.addEventListener('abort', stop);
  request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
  request.send(body);
  if (signal?.aborted === true) stop();
  return promise;
}

/**
 * Posts a large body (a form with files, or JSON text) and tells how far it is, from 0 to 1; `fetch` cannot. Asks to
 * sign in again like all other requests. Throws `AppError`.
 */
export async function sendWithProgress(
  path: string,
  body: FormData | string,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<unknown> {
  let request = await send(path, body, onProgress, signal);
  if (request.status === 401 && session.read().isSignedIn && (await session.restore())) {
    request = await send(path, body, onProgress, signal);
  }
  const answer = parseAnswer(request.responseText);
  if (request.status < 200 || request.status >= 300) throw errorFromAnswer(request.status, answer);
  return answer;
}
