/**
 * Does the name of a branch or tag fit a rule's name, in which `*` stands for any text, also with slashes? Two places are remembered, so
 * the time is at most the product of both lengths and never exponential.
 */
export function matchRefName(pattern: string, name: string): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let resume = 0;
  while (at < name.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern;
      resume = at;
      inPattern += 1;
    } else if (pattern[inPattern] === name[at]) {
      inPattern += 1;
      at += 1;
    } else if (star >= 0) {
      inPattern = star + 1;
      resume += 1;
      at = resume;
    } else {
      return false;
    }
  }
  while (pattern[inPattern] === '*') inPattern += 1;
  return inPattern === pattern.length;
}

export function isWildcard(pattern: string): boolean {
  return pattern.includes('*');
}
