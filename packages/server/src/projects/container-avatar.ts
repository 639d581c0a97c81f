/** Address of the image of a group or project; null means that the browser draws initials. */
export function containerAvatarPath(kind: 'group' | 'project', id: number, avatarName: string | null): string | null {
  return avatarName === null ? null : `/uploads/-/system/${kind}/avatar/${id}/${avatarName}`;
}
