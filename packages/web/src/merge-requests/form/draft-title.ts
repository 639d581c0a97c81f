const DRAFT = /^\s*(?:\[draft\]\s*|\(draft\)\s*|draft:\s*)/i;

/** The title marked as draft, or without any such mark. */
export function withDraft(title: string, isDraft: boolean): string {
  if (isDraft) return DRAFT.test(title) ? title : `Draft: ${title}`;
  let bare = title;
  while (DRAFT.test(bare)) bare = bare.replace(DRAFT, '');
  return bare;
}
