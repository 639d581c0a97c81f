/** What failed in a row of a list, below what the row tells. Nothing where `text` is null. */
export function RowProblem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <span role="alert" className="block text-failed">
      {text}
    </span>
  );
}
