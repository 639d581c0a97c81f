import { LoaderCircle } from 'lucide-react';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Without a label it is decoration of something that says what is going on. */
export function Spinner({ size = 16, label }: { size?: number; label?: string }) {
  return (
    <span className="inline-flex items-center" role={label === undefined ? undefined : 'status'}>
      <LoaderCircle size={size} className="animate-spin" aria-hidden />
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
