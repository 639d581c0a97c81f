export {
  definePaletteSource,
  defineSearchScope,
  type PaletteSource,
  type SearchRequest,
  type SearchScope,
} from './search-registry.ts';
