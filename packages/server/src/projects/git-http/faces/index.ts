import type { SliceFaces } from '../../../faces/slice.ts';
import { bindGitHttp } from './bind-git-http.ts';

export const gitHttpFaces: SliceFaces = { bind: bindGitHttp };
