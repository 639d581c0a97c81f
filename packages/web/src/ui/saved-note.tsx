import { Check } from 'lucide-react';

/** Said beside the button once the server has taken what was typed, until something is changed again. */
export function SavedNote({ shown, text = 'Saved' }: { shown: boolean; text?: string }) {
  return (
    <span role="status" className="inline-flex items-center gap-1 text-success">
      {shown && (
        <>
          <Check size={14} aria-hidden />
          {text}
        </>
      )}
    </span>
  );
}
