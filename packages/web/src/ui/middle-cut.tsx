/** So short that it is cut only where hardly anything has room. */
const WHOLE = 20;
const TAIL = 14;

/** Letters that run from right to left: taken apart, their parts would change places. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** What may be left out at its end, and what stays. Null for a text that is better cut at its end. */
export function middleCut(text: string): { head: string; tail: string } | null {
  const characters = [...text];
  if (characters.length <= WHOLE || RIGHT_TO_LEFT.test(text)) return null;
  return { head: characters.slice(0, -TAIL).join(''), tail: characters.slice(-TAIL).join('') };
}

/** A name on one line whose end is seen too, where many begin alike and the end tells them apart. */
export function MiddleCut({ text }: { text: string }) {
  const parts = middleCut(text);
  if (!parts) return <span className="block truncate">{text}</span>;
  return (
    <>
      <span className="sr-only">{text}</span>
      <span aria-hidden className="flex whitespace-pre">
        <span className="truncate">{parts.head}</span>
        <span className="shrink-0">{parts.tail}</span>
      </span>
    </>
  );
}
