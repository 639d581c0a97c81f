import { useRef, useState } from 'react';
import { isAppError, messageOf } from '../../../lib/app-error.ts';
import { focusFirstInvalid, watchWriter } from '../../../ui/form.tsx';
import { findUploadPlaceholders } from '../../model/upload-placeholders.ts';
import { UPLOADING_TEXT } from '../uploads/uploading-text.ts';

/** Fields that the server may refuse, beside what it says of the whole. */
const FIELDS = { title: 'Title', weight: 'Weight' };

type Failure = { [Field in keyof typeof FIELDS]?: string } & { message: string | null };

const NONE: Failure = { message: null };

/**
 * What is wrong with a form of a title and a description: it stands at its field or above everything, and the keyboard goes
 * there, for on a phone the button that sends is far below.
 */
export function useFormFailure() {
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState(NONE);
  const isWrittenIn = useRef<() => boolean>(undefined);
  const tell = (next: Failure, isWritten?: () => boolean) => {
    setFailure(next);
    focusFirstInvalid(form.current, isWritten);
  };
  return {
    form,
    failure,
    /** When it is sent. */
    clear: () => {
      setFailure(NONE);
      isWrittenIn.current = watchWriter(form.current);
    },
    /** Whether the texts can be sent; tells why not. */
    mayTry: (title: string, description: string): boolean => {
      if (title.trim() === '') tell({ title: 'Enter a title.', message: null });
      else if (findUploadPlaceholders(description).length > 0) tell({ message: UPLOADING_TEXT });
      else return true;
      return false;
    },
    tellOf: (error: unknown) => {
      const refused = Object.entries(FIELDS).flatMap(([field, name]) => {
        const said = isAppError(error) ? error.errors[field]?.join(' ') : undefined;
        return said ? [[field, `${name} ${said}.`] as const] : [];
      });
      const message = refused.length > 0 ? null : messageOf(error);
      tell({ ...Object.fromEntries(refused), message }, isWrittenIn.current);
    },
  };
}
