const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A title as safe HTML: text between backticks is code, nothing else is special. */
export function titleHtml(title: string): string {
  const escaped = title.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
  return escaped.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
