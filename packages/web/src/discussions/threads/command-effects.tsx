/** What the commands in a text that is not published yet will do. */
export function CommandEffects({ text }: { text: string }) {
  if (text === '') return null;
  return <p className="rounded-md border bg-sunken px-2 py-1 break-words text-fg-muted">{text}</p>;
}
