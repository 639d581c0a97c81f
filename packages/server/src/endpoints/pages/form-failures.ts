import { AppError, type ErrorKind } from '@tributary/contract/errors/app-error.ts';
import type { Route } from '../http/define-route.ts';
import { pageErrorBody } from './page-errors.ts';

/** What is wrong with what was sent; a missing right, a missing thing and a busy server stay what they are everywhere. */
const OF_THE_FORM: ReadonlySet<ErrorKind> = new Set(['invalid', 'not_allowed_now']);

type Shape = { status: number; name: 'errors' | 'message' };

/** As forms of notes know it. */
export const NOTE_REFUSED: Shape = { status: 422, name: 'errors' };

/** As those know it who ask for news of notes. */
export const POLL_REFUSED: Shape = { status: 400, name: 'message' };

/** All that is wrong, as one sentence. */
export function failureSentence(error: AppError): string {
  const texts = Object.entries(error.fields ?? {}).flatMap(([field, messages]) =>
    messages.map((message) =>
      field === 'base' ? message : `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')} ${message}`,
    ),
  );
  return texts.length > 0 ? texts.join(', ') : error.message;
}

/**
 * A route of a form that clients know by its own answer to a refused text, `{"errors": "…"}` with 422 or `{"message": "…"}`
 * with 400 or 500. Our own error body stands beside it.
 */
export function withFormFailures(route: Route, shape: Shape): Route {
  return {
    ...route,
    handle: async (request) => {
      try {
        return await route.handle(request);
      } catch (error) {
        if (!(error instanceof AppError) || !OF_THE_FORM.has(error.kind)) throw error;
        request.reply.code(shape.status);
        return { [shape.name]: failureSentence(error), ...pageErrorBody(error) };
      }
    },
  };
}
