import { FilterBar } from '../ui/filter-bar.tsx';
import type { FilterBarProps } from '../ui/filter-bar.tsx';
import { usePageUrl } from './navigation.tsx';

/** The filter bar of a list page: its state is the address of the page. */
export function PageFilterBar(props: Omit<FilterBarProps, 'search' | 'onChange'>) {
  const { search, setSearch } = usePageUrl();
  return <FilterBar {...props} search={search} onChange={(patch) => void setSearch(patch)} />;
}
